// The turn now: who moves, and whether their dice or only their result is told.

import { h } from "../dom.js";
import { diceRow } from "../draw.js";
import { t } from "../i18n.js";
import { openTurn } from "../model.js";
import { nameOf, outcomeSaid, stop } from "../play.js";
import { app, keep } from "../store.js";
import { answer, details, ends } from "./answer.js";
import { button, problem } from "./parts.js";
import { pad } from "./pad.js";

const BUST = { type: "bust", tile: null, from: null };

/** Whether this turn is told by its result: one tap, no dice. */
export function tellsResult() {
  const { table, game, settings, pending } = app;
  if (table.over || openTurn(game) || pending.length) return false;
  return !settings.advised.includes(table.mover);
}

/** Draw the turn. */
export function turn() {
  const { table } = app;
  const name = nameOf(table.mover);
  return [
    h("h2", { class: "mover", tabindex: "-1", "data-home": true },
      t("{name} to move", { name })),
    lastTurn(),
    problem(),
    !openTurn(app.game) && !app.pending.length && ways(name),
    tellsResult() ? result(name) : dice(),
  ];
}

/** How the turn before ended: what a wrong tap did is seen at once. */
function lastTurn() {
  const { game, table } = app;
  const last = game.turns.findLast((one) => one.outcome !== null);
  if (!last || openTurn(game) || app.pending.length) return null;
  const seats = game.players.length;
  return h("p", { class: "quiet" }, outcomeSaid(last.outcome, (table.mover + seats - 1) % seats));
}

function ways(name) {
  const { advised } = app.settings;
  const seat = app.table.mover;
  const choose = (on) => () => {
    app.settings.advised = advised.filter((one) => one !== seat).concat(on ? [seat] : []);
    keep();
    app.draw();
  };
  const way = (id, label, on) => h("button", {
    type: "button", id, "aria-pressed": String(on === advised.includes(seat)), onclick: choose(on),
  }, label);
  return h("div", { class: "ways", role: "group", "aria-label": t("What to enter for {name}", { name }) },
    way("way-dice", t("Dice, with advice"), true),
    way("way-result", t("Only the result"), false));
}

function result(name) {
  return [
    h("p", { class: "lead" }, t("Tap the tile that {name} took, or:", { name })),
    button(t("{name} busts.", { name }), () => stop(BUST), { id: "bust", kind: "stop wide" }),
  ];
}

function dice() {
  const { table } = app;
  const kept = table.kept;
  return [
    kept.length > 0 && h("div", { class: "kept" },
      h("span", { class: "label" }, t("Set aside")),
      diceRow(kept, "small"),
      h("span", { class: "sum" }, t("sum {total}", { total: table.total }))),
    table.turn && answer(),
    (table.next === "roll" || table.next === "stop_or_roll") && pad(),
    ends(),
    table.turn && details(),
  ];
}

