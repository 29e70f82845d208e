// Position editing: choose a place, then tap the tiles that lie there.

import { h, replace } from "../dom.js";
import { tileButton, tileName } from "../draw.js";
import { t } from "../i18n.js";
import { newGame, tableText, TILES } from "../model.js";
import { closing, instead, take } from "../play.js";
import { app } from "../store.js";
import { button } from "./parts.js";

const GRILL = "grill";
const OUT = "out";

/** The dialog's title and content. */
export function edit() {
  const players = app.game.players;
  const state = {
    stacks: app.table.stacks.map((stack) => [...stack]),
    grill: new Set(app.table.grill),
    target: GRILL,
    mover: app.table.mover,
  };
  const body = h("div", { class: "edit" });
  const draw = () => replace(body, ...content(state, players, draw));
  draw();
  return { title: t("Edit the table"), body };
}

function content(state, players, draw) {
  const places = [[GRILL, t("Grill")], ...players.map((name, seat) => [seat, name]), [OUT, t("Out of the game")]];
  return [
    h("fieldset", { class: "targets" },
      h("legend", {}, t("Tiles you tap go to")),
      places.map(([place, name]) => radio("target", place, name, state.target === place, () => {
        state.target = place;
        draw();
      }))),
    places.map(([place, name]) => h("section", { class: "place-row" },
      h("h3", {}, name),
      h("div", { class: "grill", role: "group", "aria-label": name },
        tilesAt(state, place).map((number) => tileButton(
          number, `${tileName(number)} (${name})`, () => { move(state, number); draw(); },
          { id: `edit-${number}`, extra: "open" })),
        tilesAt(state, place).length === 0 && h("span", { class: "quiet" }, t("no tile"))))),
    h("p", { class: "quiet" }, t("On a stack the last tile tapped is on top.")),
    h("fieldset", { class: "targets" },
      h("legend", {}, t("To move")),
      players.map((name, seat) => radio("mover", seat, name, state.mover === seat, () => {
        state.mover = seat;
      }))),
    h("div", { class: "row sticky" },
      state.error && h("p", { class: "problem", role: "alert" }, state.error),
      button(t("All tiles on the grill"), () => {
        state.stacks = players.map(() => []);
        state.grill = new Set(TILES);
        draw();
      }, { id: "edit-reset" }),
      button(t("Use this table"), () => use(state, draw), { id: "edit-done", kind: "main" })),
  ];
}

function radio(group, value, name, checked, onchange) {
  const id = `${group}-${value}`;
  return h("label", { class: "choice", for: id },
    h("input", { type: "radio", name: group, id, value, checked, onchange }), h("span", {}, name));
}

function tilesAt({ grill, stacks }, place) {
  if (place === GRILL) return TILES.filter((number) => grill.has(number));
  if (place === OUT) return TILES.filter((number) => !grill.has(number) && !stacks.flat().includes(number));
  return stacks[place];
}

function move(state, number) {
  const there = tilesAt(state, state.target).includes(number);
  state.grill.delete(number);
  state.stacks = state.stacks.map((stack) => stack.filter((one) => one !== number));
  const target = there ? GRILL : state.target; // A second tap takes it back to the grill.
  if (target === GRILL) state.grill.add(number);
  else if (target !== OUT) state.stacks[target].push(number);
}

/** Go on from this table; the game before can be come back to. */
async function use(state, draw) {
  const { grill, stacks, mover } = state;
  const { players, rules } = app.game;
  const seen = [...stacks.slice(mover), ...stacks.slice(0, mover)];
  const game = newGame(players, rules, { first: mover, start: tableText([...grill], seen) });
  if (await take(instead(game), { record: closing })) return;
  state.error = app.error?.message;
  draw();
}
