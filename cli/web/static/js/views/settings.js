// Players, rules, language, and what the advice aims at.

import { h, replace } from "../dom.js";
import { icon } from "../draw.js";
import { LANGUAGES, lang, t } from "../i18n.js";
import { adviseAnew, begin, closing, instead, take, usualName } from "../play.js";
import { newGame } from "../model.js";
import { app, keep } from "../store.js";
import { keepsakes } from "./end.js";
import { button } from "./parts.js";

const FEWEST = 2;
const MOST = 7;

// The switches of the rules: their values, and what each preset sets, as docs/notation.md tells.
const PRESETS = {
  official: ["no", "no", "next", "optional"],
  flip: ["yes", "no", "next", "optional"],
  free: ["yes", "no", "any", "optional"],
  short: ["no", "yes", "next", "optional"],
};
const SWITCHES = {
  empty_bust_flips: ["no", "yes"],
  returned_highest_flips: ["no", "yes"],
  lower_tile: ["next", "any"],
  steal: ["optional", "forced"],
};

const presetName = (preset) => ({
  official: t("Rulebook"),
  flip: t("A bust always flips"),
  free: t("Any lower tile"),
  short: t("Short game"),
})[preset];

const switchName = (name) => ({
  empty_bust_flips: t("A bust without own tile flips the highest tile"),
  returned_highest_flips: t("A returned tile is flipped too when it is the highest"),
  lower_tile: t("Without the exact tile, take"),
  steal: t("An exact match on a stack"),
})[name];

const valueName = (value) => ({
  no: t("no"),
  yes: t("yes"),
  next: t("the next lower one"),
  any: t("any lower one"),
  optional: t("may be stolen"),
  forced: t("must be stolen"),
})[value];

/** The dialog's title and content. */
export function settings() {
  const { game, settings: known } = app;
  const state = {
    players: game.players.map((name, seat) => ({ name, advised: known.advised.includes(seat) })),
    first: game.first,
    rules: readRules(game.rules),
  };
  const body = h("form", { class: "settings", novalidate: true });
  body.addEventListener("submit", (event) => event.preventDefault());
  const draw = () => replace(body, ...content(state, draw));
  draw();
  return { title: t("Game and settings"), body };
}

function readRules(text) {
  const [preset, ...changes] = text.split("+");
  const values = [...PRESETS[preset]];
  for (const change of changes) {
    const [name, value] = change.split("=");
    values[Object.keys(SWITCHES).indexOf(name)] = value;
  }
  return { preset, values };
}

const isChanged = ({ preset, values }) => values.some((value, i) => value !== PRESETS[preset][i]);

function writeRules({ preset, values }) {
  const changed = Object.keys(SWITCHES).map((name, i) =>
    values[i] === PRESETS[preset][i] ? "" : `+${name}=${values[i]}`);
  return preset + changed.join("");
}

function content(state, draw) {
  return [
    general(),
    players(state, draw),
    rules(state, draw),
    h("section", {}, h("h3", {}, t("Record of this game")), keepsakes()),
    h("div", { class: "row sticky" },
      state.error && h("p", { class: "problem", role: "alert" }, state.error),
      button(t("New game"), () => start(state, draw), { id: "new-game", kind: "main" }),
      state.players.length === app.game.players.length &&
        button(t("Go on with these"), () => goOn(state, draw), { id: "go-on" })),
  ];
}

function general() {
  const known = app.settings;
  return h("section", {},
    select("language", t("Language"), LANGUAGES, lang(), (code) => app.changeLanguage(code)),
    select("objective", t("Advice is for"), {
      win: t("winning the game"), lead: t("a lead in worms this turn"), tile: t("getting a tile"),
    }, known.objective, (objective) => {
      known.objective = objective;
      adviseAnew();
    }));
}

function players(state, draw) {
  return h("fieldset", {},
    h("legend", {}, t("Players, in order of play")),
    h("ol", { class: "seats" }, state.players.map((player, seat) => seatRow(state, player, seat, draw))),
    h("div", { class: "row" },
      button(t("Add a player"), () => {
        state.players.push({ name: freshName(state.players), advised: false });
        draw();
      }, { id: "add-player", disabled: state.players.length >= MOST })),
    select("first", t("Begins"), Object.fromEntries(state.players.map(({ name }, seat) => [seat, name])),
      Math.min(state.first, state.players.length - 1), (seat) => { state.first = Number(seat); }));
}

function freshName(taken) {
  const names = taken.map(({ name }) => name);
  let seat = names.length;
  while (names.includes(usualName(seat))) seat += 1;
  return usualName(seat);
}

function seatRow(state, player, seat, draw) {
  const id = `name-${seat}`;
  return h("li", {},
    h("label", { class: "unseen", for: id }, t("Name of player {number}", { number: seat + 1 })),
    h("input", {
      type: "text", id, value: player.name, maxlength: 20, autocomplete: "off", enterkeyhint: "done",
      oninput: (event) => rename(player, seat, event.target.value),
    }),
    h("label", { class: "choice", for: `advised-${seat}` },
      h("input", {
        type: "checkbox", id: `advised-${seat}`, checked: player.advised,
        "aria-labelledby": `advice-${seat} name-${seat}`,
        onchange: (event) => { player.advised = event.target.checked; },
      }), h("span", { id: `advice-${seat}` }, t("advice"))),
    h("button", {
      type: "button", class: "round", id: `remove-${seat}`, disabled: state.players.length <= FEWEST,
      "aria-label": t("Remove {name}", { name: player.name }),
      onclick: () => { state.players.splice(seat, 1); draw(); },
    }, icon("close")));
}

/** Change a name wherever it stands: drawing all anew would take the button from under the thumb. */
function rename(player, seat, name) {
  player.name = name;
  document.querySelector(`#first option[value="${seat}"]`).textContent = name;
  document.getElementById(`remove-${seat}`).setAttribute("aria-label", t("Remove {name}", { name }));
}

function rules(state, draw) {
  const presets = Object.fromEntries(Object.keys(PRESETS).map((name) => [name, presetName(name)]));
  return h("fieldset", {},
    h("legend", {}, t("Rules")),
    select("preset", t("Edition"), presets, state.rules.preset, (preset) => {
      state.rules = { preset, values: [...PRESETS[preset]] };
      draw();
    }),
    h("details", { id: "switches", open: isChanged(state.rules) },
      h("summary", {}, t("Each rule")),
      Object.entries(SWITCHES).map(([name, values], i) =>
        select(name, switchName(name), Object.fromEntries(values.map((value) => [value, valueName(value)])),
          state.rules.values[i], (value) => { state.rules.values[i] = value; }))));
}

function select(id, label, options, chosen, onchange) {
  return h("label", { class: "field", for: id }, h("span", {}, label),
    h("select", { id, onchange: (event) => onchange(event.target.value) },
      Object.entries(options).map(([value, name]) =>
        h("option", { value, selected: value === String(chosen) }, name))));
}

/** Whether every player has a name; if not, say so, where it is missing. */
function areNamed(state, draw) {
  const seat = state.players.findIndex(({ name }) => !name.trim());
  if (seat < 0) return true;
  state.error = t("A name is empty. Give every player one.");
  draw();
  document.getElementById(`name-${seat}`).focus();
  return false;
}

/** What the form says, as a game needs it. */
function said(state) {
  app.settings.advised = state.players.flatMap(({ advised }, seat) => (advised ? [seat] : []));
  app.settings.rules = writeRules(state.rules);
  keep();
  return [state.players.map(({ name }) => name.trim()), app.settings.rules];
}

async function start(state, draw) {
  if (!areNamed(state, draw)) return;
  const first = Math.min(state.first, state.players.length - 1);
  report(await begin(...said(state), { first }, closing), state, draw);
}

/** Rename the players; with other rules, begin anew from the table as it lies. */
async function goOn(state, draw) {
  if (!areNamed(state, draw)) return;
  const [names, text] = said(state);
  const { game, table } = app;
  const same = text === game.rules;
  const from = { first: table.mover, start: table.position.split(" ")[0] };
  const next = same ? { ...game, players: names } : instead(newGame(names, text, from));
  report(await take(next, { record: closing, pending: same ? app.pending : [] }), state, draw);
}

function report(done, state, draw) {
  if (done) return;
  state.error = app.error?.message;
  draw();
}
