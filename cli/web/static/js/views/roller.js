// Fair dice, and who begins.

import { below, randomFaces } from "../chance.js";
import { h } from "../dom.js";
import { diceRow } from "../draw.js";
import { listed, t } from "../i18n.js";
import { DICE, sorted } from "../model.js";
import { nameOf, take } from "../play.js";
import { amend, app } from "../store.js";
import { button } from "./parts.js";

/** The dialog's title and content. */
export function roller() {
  return { title: t("Dice and chance"), body: [dice(), whoBegins()] };
}

function dice() {
  const shown = h("p", { class: "thrown", role: "status" });
  const count = h("input", {
    type: "range", min: 1, max: DICE, step: 1, id: "dice-count",
    value: app.table?.next === "over" ? DICE : app.table?.dice_left || DICE,
  });
  const number = h("output", { for: "dice-count" }, count.value);
  count.addEventListener("input", () => { number.value = count.value; });
  const roll = () => shown.replaceChildren(diceRow(sorted(randomFaces(Number(count.value))), "big"));
  return h("section", {},
    h("h3", {}, t("Fair dice")),
    h("label", { class: "slider", for: "dice-count" }, t("Dice"), count, number),
    shown,
    button(t("Roll"), roll, { id: "roll-dice", kind: "main wide" }),
    h("p", { class: "quiet" }, t("Every face is equally likely; the dice have no memory.")));
}

function whoBegins() {
  const said = h("p", { class: "thrown", role: "status" });
  const fresh = app.game.turns.length === 0 && !app.game.start;
  const draw = async () => {
    const seat = below(app.game.players.length);
    said.textContent = t("{name} begins.", { name: nameOf(seat) });
    if (fresh) await take({ ...app.game, first: seat }, { record: amend });
  };
  return h("section", {},
    h("h3", {}, t("Who begins?")),
    h("p", { class: "quiet" }, listed(app.game.players)),
    said,
    button(t("Draw a player"), draw, { id: "draw-player", kind: "main wide" }));
}

