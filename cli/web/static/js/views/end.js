// The end of the game: who won, how it went, and the record to keep.

import { ask } from "../api.js";
import { h } from "../dom.js";
import { tile, wormsOf } from "../draw.js";
import { listed, t } from "../i18n.js";
import { recorded } from "../model.js";
import { announce, begin, fail } from "../play.js";
import { app } from "../store.js";
import { graph } from "./graph.js";
import { button, problem, thinking } from "./parts.js";

const seen = { game: null, analysis: null, running: false };

/** Draw the result. */
export function end() {
  const { result, stacks } = app.table;
  const seats = app.game.players.map((_, seat) => seat);
  const winners = seats.filter((seat) => result[seat] > 0).map((seat) => app.game.players[seat]);
  const headline = winners.length === 1
    ? t("{name} wins!", { name: winners[0] })
    : t("Shared by {names}", { names: listed(winners) });
  const order = seats.sort((a, b) =>
    result[b] - result[a] || wormsOf(stacks[b]) - wormsOf(stacks[a]) || highest(stacks[b]) - highest(stacks[a]));
  return [
    h("h2", { class: "unseen", tabindex: "-1", "data-home": true }, t("The game is over.")),
    problem(),
    h("section", { class: "card roll end", id: "answer" }, h("p", { class: "word" }, headline)),
    h("ol", { class: "scores" }, order.map((seat) => h("li", {},
      h("b", {}, app.game.players[seat]),
      h("span", {}, t("worms: {count}", { count: wormsOf(stacks[seat]) })),
      h("span", { class: "tiles" }, stacks[seat].map((number) => tile(number, "small")))))),
    h("div", { class: "row" },
      button(t("Play again"), () => begin(app.game.players, app.game.rules, {
        first: (app.game.first + 1) % app.game.players.length,
      }), { id: "again", kind: "main wide" })),
    keepsakes(),
    analysis(),
  ];
}

const highest = (stack) => Math.max(0, ...stack);

/** The record, to save and to copy. */
export function keepsakes() {
  return h("div", { class: "row" },
    button(t("Save the record"), () => withRecord(save), { id: "save-record" }),
    button(t("Copy the record"), () => withRecord(copy), { id: "copy-record" }));
}

async function withRecord(use) {
  try {
    await use((await ask("record", { game: recorded(app.game) })).text);
  } catch (error) {
    fail(error, () => withRecord(use));
  }
}

function save(text) {
  const url = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  h("a", { href: url, download: `wormadvisor-${new Date().toISOString().slice(0, 10)}.txt` }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
  announce(t("Saved."));
}

async function copy(text) {
  if (navigator.clipboard) await navigator.clipboard.writeText(text);
  else copyOld(text); // Browsers have no clipboard where the page comes over plain HTTP.
  announce(t("Copied."));
}

function copyOld(text) {
  const area = h("textarea", { class: "unseen" });
  area.value = text;
  document.body.append(area);
  area.select();
  document.execCommand("copy");
  area.remove();
}

function analysis() {
  const known = seen.game === app.game;
  if (known && seen.running) return thinking(t("Going through the game…"));
  if (known && seen.analysis) return graph(seen.analysis);
  return h("div", { class: "row" },
    button(t("Analyse the game"), analyse, { id: "analyse", kind: "wide" }));
}

async function analyse() {
  Object.assign(seen, { game: app.game, analysis: null, running: true });
  app.draw();
  try {
    const answer = await ask("analyze", { game: recorded(app.game) });
    seen.analysis = answer.games?.[0] ?? answer;
    announce(t("The analysis is there."));
  } catch (error) {
    fail(error, analyse);
  }
  seen.running = false;
  app.draw();
}

