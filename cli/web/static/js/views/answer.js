// The answer: STOP or ROLL in large letters, then every choice with its chances.

import { h } from "../dom.js";
import { die, diceRow, faceName } from "../draw.js";
import { decimal, percent, t } from "../i18n.js";
import { follow, nameOf, pick, sentences, stop, victimOf } from "../play.js";
import { app } from "../store.js";
import { bars } from "./bars.js";
import { button, thinking } from "./parts.js";

/** Draw the answer for the dice on the table, and how to follow it. */
export function answer() {
  const { hint, table } = app;
  return [table.roll.length > 0 && rollShown(), hint ? card(hint) : waiting()];
}

/** Draw every choice with its chances. */
export function details() {
  const { hint } = app;
  return hint && hint.choices.length > 0 && ranking(hint);
}

function rollShown() {
  const { roll, next, faces: allowed } = app.table;
  const groups = [...new Set(roll)].map((face) => {
    const faces = roll.filter((one) => one === face);
    if (!allowed.includes(face)) return h("span", { class: "group used" }, diceRow(faces));
    return h("button", {
      type: "button", class: "group", id: `pick-${face}`, onclick: () => pick(face),
      "aria-label": t("Set aside {face}, dice: {count}", { face: faceName(face), count: faces.length }),
    }, faces.map((one) => die(one)));
  });
  return h("div", { class: "rolled" },
    h("p", { class: "lead" }, next === "choose" ? t("Rolled. Tap what you set aside:") : t("Rolled:")),
    h("div", { class: "groups" }, groups));
}

const waiting = () => h("section", { class: "card wait" },
  app.error ? h("p", {}, t("No answer yet.")) : thinking(t("Thinking…")));

function card(hint) {
  const best = hint.choices[0];
  if (!best) {
    return h("section", { class: "card stop", id: "answer" },
      h("p", { class: "word" }, t("BUST")),
      paragraphs(hint, "reason"));
  }
  const word = best.then === "stop" ? t("STOP") : t("ROLL");
  return h("section", { class: `card ${best.then}`, id: "answer" },
    h("div", { class: "top" },
      h("p", { class: "word" }, word),
      h("p", { class: "worth" }, h("b", {}, value(hint, best.value)), h("small", {}, meaning(hint, best)))),
    hint.decided === false && paragraphs(hint, "headline"), // Too close to call, it says.
    deed(best),
    paragraphs(hint, "reason"));
}

/** Sentences of the program, in the user's language, as one paragraph. */
function paragraphs(hint, ...parts) {
  const said = sentences(hint, ...parts);
  return said.length > 0 && h("p", {}, said.join(" "));
}

/** What to do, as a button where it is more than rolling on. */
function deed(best) {
  if (best.face === null && best.then === "roll") {
    return h("p", { class: "deed" }, t("Dice to roll: {count}", { count: best.dice_left }));
  }
  const words = best.then === "roll"
    ? t("Set aside, then roll {count}", { count: best.dice_left })
    : stopWords(best.stop.outcome, best.face !== null);
  return h("button", { type: "button", class: "do", id: "follow", onclick: () => follow(best) },
    best.face !== null && [
      h("span", { class: "unseen" }, t("Set aside {face}, dice: {count}", {
        face: faceName(best.face), count: best.count,
      })),
      h("span", { class: "dice", "aria-hidden": "true" },
        Array.from({ length: best.count }, () => die(best.face, "small"))),
    ],
    h("span", {}, words));
}

function stopWords({ type, tile, from }, aside) {
  const fields = { tile, other: type === "steal" && nameOf(victimOf({ from }, app.table.mover)) };
  if (type === "claim") return aside ? t("Set aside, stop, take {tile}", fields) : t("Stop: take {tile}", fields);
  if (type === "steal") {
    return aside
      ? t("Set aside, stop, steal {tile} from {other}", fields)
      : t("Stop: steal {tile} from {other}", fields);
  }
  return aside ? t("Set aside, stop and bust") : t("Stop: a bust");
}

/** Draw the ways to end the turn now, but for the one that the answer offers. */
export function ends() {
  const { table, hint } = app;
  if (!["stop", "stop_or_roll", "bust"].includes(table.next)) return null;
  const best = hint?.choices[0];
  const offered = best?.then === "stop" ? JSON.stringify(best.stop.outcome) : null;
  const others = table.outcomes.filter((outcome) => JSON.stringify(outcome) !== offered);
  return others.length > 0 && h("div", { class: "row" }, others.map((outcome) =>
    button(table.next === "bust" ? t("On to the next player") : stopWords(outcome, false),
      () => stop(outcome),
      { id: `stop-${outcome.type}-${outcome.tile ?? ""}`, kind: "stop wide" })));
}

function ranking(hint) {
  const [first] = hint.choices;
  if (first.face === null) {
    return h("section", { class: "ranking" },
      h("h3", {}, t("How the turn may end")),
      h("div", { class: "panel" }, facts(hint, first), ending(first)),
      more(hint));
  }
  return h("section", { class: "ranking" },
    h("h3", {}, t("All choices")),
    h("ol", {}, hint.choices.map((choice, place) => h("li", {}, row(hint, choice, place)))),
    more(hint));
}

/** What else there is to say, and how sure the numbers are. */
function more(hint) {
  return [paragraphs(hint, "drivers", "comparison"), paragraphs(hint, "numbers")];
}

const ending = (choice) => choice.outcomes && bars(choice.outcomes);

function row(hint, choice, place) {
  const aside = t("Set aside {face}, dice: {count}", { face: faceName(choice.face), count: choice.count });
  return h("details", { id: `choice-${choice.face}`, open: place === 0 },
    h("summary", {},
      h("span", { class: "aside" }, diceRow([choice.face], "small"), `×${choice.count}`),
      h("span", { class: "then" }, choice.then === "stop" ? t("stop") : t("roll")),
      h("b", { class: "value" }, value(hint, choice.value)),
      h("span", { class: "loss" }, place > 0 ? loss(hint, choice.loss) : t("best"))),
    h("div", { class: "inner" }, facts(hint, choice), ending(choice),
      place > 0 && button(aside, () => pick(choice.face), { id: `take-${choice.face}`, kind: "wide" })));
}

function facts(hint, choice) {
  const fact = (name, text) => h("div", {}, h("dt", {}, name), h("dd", {}, text));
  const { stop: stopping, roll } = choice;
  return h("dl", { class: "facts" },
    choice.face !== null && fact(t("Sum"), decimal(choice.total)),
    choice.face !== null && fact(t("Dice left"), decimal(choice.dice_left)),
    stopping && fact(t("Stop"), value(hint, stopping.value)),
    roll && fact(t("Roll"), value(hint, roll.value)),
    roll && fact(t("Bust"), percent(roll.bust)));
}

/** What a value means, and how sure it is. */
function meaning(hint, best) {
  if (hint.objective !== "win") return t("worms gained on the others");
  const kind = (best.stop || best.roll).kind;
  return kind === "certified" ? t("to win, proven") : t("to win, estimated");
}

function value(hint, number) {
  if (hint.objective === "win") return percent(number);
  return decimal(number, 2, { signDisplay: "exceptZero" });
}

function loss(hint, number) {
  if (number === 0) return t("the same");
  const text = hint.objective === "win" ? percent(number) : decimal(number, 2);
  return text.startsWith("<") ? text : `−${text}`;
}
