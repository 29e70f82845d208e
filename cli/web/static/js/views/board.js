// The table: the grill, and every player with their stack.

import { h } from "../dom.js";
import { tile, tileButton, wormsOf, wormSign } from "../draw.js";
import { decimal, listed, percent, t } from "../i18n.js";
import { nameOf, stop } from "../play.js";
import { app } from "../store.js";
import { tellsResult } from "./turn.js";

const MANY = 4;

/** Draw the table. While a turn is told by its result, the tiles that can be taken are buttons. */
export function board() {
  const { table } = app;
  const tapped = tellsResult();
  return [
    h("h2", { class: "unseen" }, t("The table")),
    h("div", { class: "grill", role: "group", "aria-label": t("Grill") },
      table.grill.map((number) => (tapped ? claim(number) : tile(number))),
      table.grill.length === 0 && h("p", { class: "quiet nothing" }, t("No open tile is left."))),
    h("ul", { class: app.game.players.length > MANY ? "players many" : "players" },
      app.game.players.map((name, seat) => player(name, seat, tapped))),
  ];
}

function claim(number) {
  const label = t("{name} takes {tile}.", { name: nameOf(app.table.mover), tile: number });
  return tileButton(number, label, () => stop({ type: "claim", tile: number, from: null }), {
    id: `claim-${number}`, extra: "open",
  });
}

function player(name, seat, tapped) {
  const { table } = app;
  const stack = table.stacks[seat];
  const moves = seat === table.mover && !table.over;
  const share = table.over ? undefined : app.shares?.bySeat[seat];
  return h("li", { class: `player ${moves ? "moves" : ""}`, "aria-current": moves ? "true" : null },
    h("span", { class: "name" }, name),
    h("span", { class: "pile" }, stack.length ? top(stack, seat, tapped && !moves) : empty()),
    h("span", { class: "count" }, wormSign(),
      h("span", { class: "unseen" }, t("worms: {count}", { count: wormsOf(stack) })),
      h("span", { "aria-hidden": "true" }, decimal(wormsOf(stack)))),
    stack.length > 1 && h("span", { class: "below" },
      h("span", { class: "unseen" }, t("below: {tiles}", { tiles: listed(stack.slice(0, -1).reverse()) })),
      h("span", { "aria-hidden": "true" }, listed(stack.slice(0, -1).reverse()))),
    share !== undefined && h("span", { class: "share" },
      h("span", { class: "unseen" }, t("win chance {chance}", { chance: percent(share, 0) })),
      h("span", { "aria-hidden": "true" }, percent(share, 0))));
}

const empty = () => h("span", { class: "tile none", role: "img", "aria-label": t("no tile") });

function top(stack, seat, tapped) {
  const number = stack.at(-1);
  const extra = `top-${Math.min(stack.length, 4)}`;
  if (!tapped) return tile(number, extra);
  const { mover } = app.table;
  const from = (seat - mover + app.game.players.length) % app.game.players.length;
  const label = t("{name} steals {tile} from {other}.", {
    name: nameOf(mover), tile: number, other: nameOf(seat),
  });
  return tileButton(number, label, () => stop({ type: "steal", tile: number, from }), {
    id: `steal-${number}`, extra: `open ${extra}`,
  });
}

