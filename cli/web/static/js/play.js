// What can be done: every action changes the game by one step and asks the server about it.

import { ask, drop, Refused, Stale, Unreachable } from "./api.js";
import { faceName } from "./draw.js";
import { lang, t } from "./i18n.js";
import { canUndo, chose, ended, newGame, posted, readPosition, readTable, rolled, undone } from "./model.js";
import { amend, app, keep, remember } from "./store.js";

const MOST_KEPT = 200;
const answers = new Map();
const evaluations = new Map();

/** Tell a screen reader. */
export function announce(text) {
  document.getElementById("live").textContent = text;
}

/**
 * Take a game in place of the one shown, if the server agrees; `linked`: it is read from the address.
 * @returns {Promise<boolean>} whether it did
 */
export async function take(game, { record = remember, pending = [], linked = false } = {}) {
  let table;
  document.body.classList.add("busy");
  try {
    table = readTable(await ask("game", { game: posted(game), lang: lang() }));
  } catch (error) {
    fail(error, () => take(game, { record, pending, linked }), linked);
    return false;
  } finally {
    document.body.classList.remove("busy");
  }
  const { rules } = table; // As the server writes them: this form is unique.
  const room = ["roll", "stop_or_roll"].includes(table.next) ? table.dice_left - 1 : 0;
  Object.assign(app, {
    game: { ...game, rules }, table, pending: pending.slice(0, room), error: null, hint: null,
  });
  record();
  app.draw();
  askAdvice();
  askShares();
  return true;
}

/** Show what went wrong; `retry` does it again where that may help. */
export function fail(error, retry, linked = false) {
  if (error instanceof Stale) return;
  const message = !(error instanceof Refused)
    ? t("The server cannot be reached. Is it still running, and is this device in its network?")
    : error.again  // What the server says of itself is in English.
      ? t("The server is too busy, or this takes too long. Try again in a moment.")
      : linked
        ? t("This link does not work: {message}", { message: error.message })
        : t("This does not work: {message}", { message: error.message });
  app.error = { message, retry: error.again || error instanceof Unreachable ? retry : null };
  app.draw();
  announce(message);
  if (!(error instanceof Refused || error instanceof Unreachable)) throw error;
}

/** Ask what to do with the dice on the table. */
export async function askAdvice() {
  const { table, game } = app;
  if (!table.turn || table.over) return drop("hint");
  const names = [...game.players.slice(table.mover), ...game.players.slice(0, table.mover)];
  const { objective } = app.settings;
  const key = JSON.stringify([table.position, objective, lang(), names]);
  try {
    if (!answers.has(key)) {
      const body = { position: table.position, objective, lang: lang(), names };
      store(answers, key, await ask("hint", body));
    }
    if (app.table !== table) return;
    app.hint = answers.get(key);
    app.draw();
    announce(sentences(app.hint, "headline", "reason").join(" "));
  } catch (error) {
    fail(error, askAdvice);
  }
}

/** What the program says about an answer: those parts of its text, sentence by sentence. */
export const sentences = ({ text = {} }, ...parts) => parts.flatMap((part) => text[part] ?? []);

/** Ask for everybody's win chance before the turn. Only an extra: nothing is said if it fails. */
async function askShares() {
  const { table, game } = app;
  if (table.over) return;
  const [first, ...rest] = table.position.split(" ");
  const rules = rest.find((field) => /^[a-vx-z]/i.test(field)) || "";
  const key = `${first} ${rules}`.trim();
  if (!app.shares || app.shares.key !== key) app.shares = null;
  try {
    if (!evaluations.has(key)) {
      store(evaluations, key, await ask("evaluate", { position: key }));
    }
    if (app.table !== table) return;
    const seats = game.players.length;
    const bySeat = Array(seats);
    for (const value of evaluations.get(key).values) {
      bySeat[(table.mover + value.player) % seats] = value.share;
    }
    app.shares = { key, bySeat };
    app.draw();
  } catch {
    // The table does without.
  }
}

function store(answersOf, key, answer) {
  if (answersOf.size >= MOST_KEPT) answersOf.delete(answersOf.keys().next().value);
  answersOf.set(key, answer);
}

/** Forget advice that was asked in another language or for another aim. */
export function adviseAnew() {
  app.hint = null;
  keep();
  app.draw();
  if (app.table) askAdvice();
}

/** Add a die to the roll; the roll counts when all dice in hand are there. */
export async function addDie(face) {
  if (app.pending.length >= app.table.dice_left) return;
  app.pending = [...app.pending, face];
  app.error = null;
  if (app.pending.length < app.table.dice_left) {
    announce(t("{face}. Dice to enter: {left}", {
      face: faceName(face), left: app.table.dice_left - app.pending.length,
    }));
    amend();
    app.draw();
  } else {
    const faces = app.pending;
    app.draw();
    app.pending = []; // Who comes back to this step finds no half a roll.
    amend();
    if (!(await take(rolled(app.game, faces)))) {
      app.pending = faces.slice(0, -1);
      amend();
      app.draw();
    }
  }
}

/** Take a die of the roll back: that one, or the last. */
export function removeDie(index = app.pending.length - 1) {
  app.pending = app.pending.filter((_, place) => place !== index);
  amend();
  app.draw();
}

/** Enter a whole roll at once. */
export const enterRoll = (faces) => take(rolled(app.game, faces));

/** Set aside all dice of a face. */
export const pick = (face) => take(chose(app.game, face));

/** End the turn. */
export const stop = (outcome) => finish(ended(app.game, outcome));

/** Do what a choice of the advice says: set aside, and stop where it says so. */
export function follow(choice) {
  const game = choice.face === null ? app.game : chose(app.game, choice.face);
  return choice.then === "stop" ? finish(ended(game, choice.stop.outcome)) : take(game);
}

async function finish(game) {
  const { mover } = app.table;
  const { outcome } = game.turns.at(-1);
  if (await take(game)) {
    announce(app.table.over
      ? t("The game is over.")
      : [outcomeSaid(outcome, mover), t("{name} to move", { name: nameOf(app.table.mover) })].join(" "));
  }
}

/** The name of a seat. */
export const nameOf = (seat) => app.game.players[seat];

/** The seat that an outcome steals from; `from` counts from the mover. */
export const victimOf = (outcome, mover) => (mover + outcome.from) % app.game.players.length;

/** Tell how a turn ended. */
export function outcomeSaid(outcome, mover) {
  const name = nameOf(mover);
  const { tile } = outcome;
  if (outcome.type === "claim") return t("{name} takes {tile}.", { name, tile });
  if (outcome.type === "steal") {
    return t("{name} steals {tile} from {other}.", { name, tile, other: nameOf(victimOf(outcome, mover)) });
  }
  return t("{name} busts.", { name });
}

/** Take the last step back. */
export function undo() {
  if (app.pending.length) return removeDie();
  if (canUndo(app.game)) return take(undone(app.game), { record: amend });
  return undefined;
}

/** A game in place of another, which can be come back to. */
export function instead(game) {
  if (!app.game) return game;
  const { before, ...old } = app.game;
  return { ...game, before: old };
}

/** Keep a step that also closes the dialog it was made in. */
export function closing() {
  app.dialog = null;
  amend();
}

/** Begin anew. */
export const begin = (players, rules, options = {}, record = remember) =>
  take(instead(newGame(players, rules, options)), { record });

/**
 * Show a position that came as text.
 * @returns {Promise<boolean>} whether it could be read
 */
export async function show(text) {
  let position;
  try {
    ({ position } = await ask("position", { position: text.trim(), lang: lang() }));
  } catch (error) {
    fail(error, () => show(text), true);
    return false;
  }
  const names = (seat) => app.game?.players[seat] || usualName(seat);
  return take(instead(readPosition(position, names)), { record: amend, linked: true });
}

/** The name of a player who gave none. */
export const usualName = (seat) => t("Player {number}", { number: seat + 1 });
