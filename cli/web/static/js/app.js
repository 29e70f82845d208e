// The page: what is kept is read, the game is drawn, keys and the back button are listened to.

import { h, replace } from "./dom.js";
import { icon, wormSign } from "./draw.js";
import { LANGUAGES, preferred, speak, t } from "./i18n.js";
import { canUndo, FACES, isGame, newGame } from "./model.js";
import { addDie, adviseAnew, removeDie, show, take, undo, usualName } from "./play.js";
import { amend, app, keep, positionInAddress, recall } from "./store.js";
import { board } from "./views/board.js";
import { open, showDialog } from "./views/dialogs.js";
import { end } from "./views/end.js";
import { problem } from "./views/parts.js";
import { turn } from "./views/turn.js";

const place = {
  bar: h("header", { class: "bar" }),
  board: h("section", { class: "board", id: "board" }),
  turn: h("section", { class: "turn", id: "turn" }),
};

let held = false; // A finger is down: what it is on must stay until it is lifted.
let due = false;

function draw() {
  due = held;
  if (!held) drawNow();
}

function touched(down) {
  held = down;
  if (due && !held) setTimeout(draw);
}

function drawNow() {
  if (!app.table) {
    replace(place.turn, problem() || h("p", { class: "thinking" }, h("span", { class: "spinner" })));
    return;
  }
  replace(place.bar, ...bar());
  replace(place.board, ...board());
  replace(place.turn, ...(app.table.over ? end() : turn()));
  showDialog();
  keepInSight();
}

let sight = "";

/** When the turn goes on by a step, bring its top into sight. */
function keepInSight() {
  const now = `${app.table.position} ${app.table.next} ${app.hint ? "answered" : ""}`;
  if (now === sight) return;
  const first = sight === "";
  sight = now;
  const { top } = place.turn.getBoundingClientRect();
  const tail = place.turn.querySelector("#answer, .pad")?.getBoundingClientRect().bottom || 0;
  if (!first && (top < 0 || tail > innerHeight)) place.turn.scrollIntoView({ block: "start" });
}

function bar() {
  const tool = (id, sign, label, onclick, disabled = false) => h("button", {
    type: "button", class: "tool", id, onclick, disabled,
  }, icon(sign), h("span", { class: "words" }, label));
  return [
    h("h1", {}, wormSign(), h("span", {}, "wormadvisor")),
    h("nav", { "aria-label": t("Tools") },
      tool("undo", "undo", t("Undo"), undo, !canUndo(app.game) && !app.pending.length),
      tool("open-edit", "table", t("Table"), () => open("edit")),
      tool("open-roller", "dice", t("Dice"), () => open("roller")),
      tool("open-settings", "menu", t("Game"), () => open("settings"))),
  ];
}

/** Use another language, now and from now on. */
async function changeLanguage(code) {
  app.settings.lang = code;
  await speak(code);
  keep();
  adviseAnew();
  showDialog(true);
}

let underWay = null; // The step that is on its way to be shown.

const content = ({ game, pending }) => JSON.stringify([game, pending]);

/** The back or forward button: show the step that the browser's history is at. */
async function travelled({ state }) {
  if (!isGame(state?.game)) {
    const text = positionInAddress();
    app.dialog = null;
    if (text) await show(text);
    return;
  }
  const direction = state.step < app.step ? -1 : 1;
  const wasOpen = app.dialog;
  const wanted = content(state);
  app.step = state.step;
  app.dialog = state.dialog;
  if (wasOpen !== app.dialog) {
    amend(); // What was done in a dialog stays when it is closed.
    app.draw();
  } else if (wanted === (underWay ?? content(app))) {
    history.go(direction); // This step was undone before: on to the one that changes something.
  } else {
    underWay = wanted;
    await take(state.game, { pending: state.pending, record: amend });
    if (underWay === wanted) underWay = null;
  }
}

function pressed(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || app.dialog || !app.table) return;
  if (/^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName)) return;
  const key = event.key.toUpperCase();
  const enters = document.getElementById("face-1");
  if (FACES.includes(key) && enters) addDie(key);
  else if (FACES.includes(key)) document.getElementById(`pick-${key}`)?.click();
  else if (event.key === "Backspace" && app.pending.length) removeDie();
  else if (key === "U") undo();
  else return;
  event.preventDefault();
}

async function begin() {
  const kept = recall();
  const wished = app.settings.lang in LANGUAGES ? app.settings.lang : preferred(navigator.languages);
  await speak(wished);
  Object.assign(app, { draw, changeLanguage });
  document.getElementById("page").append(place.bar, h("main", {}, place.board, place.turn));
  addEventListener("popstate", travelled);
  addEventListener("keydown", pressed);
  addEventListener("pointerdown", () => touched(true), true);
  for (const lifted of ["pointerup", "pointercancel"]) addEventListener(lifted, () => touched(false), true);
  draw();
  const fresh = [app.settings.rules, "official"].map((rules) => newGame([0, 1].map(usualName), rules));
  const text = positionInAddress();
  app.step = history.state?.step || 0;
  app.dialog = history.state?.dialog || null;
  if (text && (text !== kept.text || !kept.game)) {
    app.game = kept.game || null;
    if (await show(text) || app.error?.retry) return;
  }
  let { error } = app; // What was wrong with the link is still to be read.
  for (const game of [history.state?.game, kept.game, ...fresh].filter(isGame)) {
    if (await take(game, { pending: kept.pending, record: amend })) break;
    if (app.error?.retry) return; // No server: nothing is wrong with the game.
    error ||= app.error;
  }
  if (error) Object.assign(app, { error });
  draw();
}

begin();

