// The analysis of a game: win chances over the turns, the luck and loss of each player, and
// the choices that cost most.

import { h, svg } from "../dom.js";
import { faceName } from "../draw.js";
import { decimal, percent, t } from "../i18n.js";

const WIDTH = 400;
const HEIGHT = 250;
const EDGE = { left: 44, right: 10, top: 12, bottom: 28 };
const DASHES = ["", "8 5", "2 5", "12 4 3 4", "5 3", "14 6", "1 4"];
const MOST_TOLD = 5;

/** Draw an analysis. */
export function graph(analysis) {
  const lines = analysis.players.map((_, seat) =>
    [...analysis.turns.map((turn) => turn.start[seat]), analysis.end[seat]]);
  return [
    h("h3", {}, t("Win chances over the game")),
    h("figure", { class: "graph" },
      chart(analysis.players, lines),
      h("ul", { class: "legend" }, analysis.players.map((name, seat) => h("li", {},
        svg("svg", { viewBox: "0 0 36 16", "aria-hidden": "true" },
          svg("path", { class: `line-${seat}`, d: "M0 8H36", "stroke-dasharray": DASHES[seat] })),
        h("span", {}, name))))),
    h("h3", {}, t("Luck and play")),
    summary(analysis),
    mistakes(analysis),
  ];
}

function chart(players, lines) {
  const last = Math.max(1, lines[0].length - 1);
  const x = (turn) => EDGE.left + ((WIDTH - EDGE.left - EDGE.right) * turn) / last;
  const y = (share) => EDGE.top + (HEIGHT - EDGE.top - EDGE.bottom) * (1 - share);
  const drawn = svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label":
    t("Win chances over the game") + ": " + players.map((name, seat) =>
      `${name} ${percent(lines[seat][0], 0)} → ${percent(lines[seat].at(-1), 0)}`).join("; ") });
  for (const share of [0, 0.25, 0.5, 0.75, 1]) {
    drawn.append(
      svg("path", { class: "axis", d: `M${EDGE.left} ${y(share)}H${WIDTH - EDGE.right}` }),
      svg("text", { x: EDGE.left - 6, y: y(share) + 4, "text-anchor": "end" }, percent(share, 0)));
  }
  const step = Math.max(1, Math.ceil(last / 8));
  for (let turn = 0; turn <= last; turn += step) {
    drawn.append(svg("text", { x: x(turn), y: HEIGHT - 9, "text-anchor": "middle" }, decimal(turn)));
  }
  lines.forEach((line, seat) => {
    const path = line.map((share, turn) => `${turn ? "L" : "M"}${x(turn).toFixed(1)} ${y(share).toFixed(1)}`);
    drawn.append(svg("path", { class: `line-${seat}`, d: path.join(""), "stroke-dasharray": DASHES[seat] }));
  });
  return drawn;
}

function summary(analysis) {
  const signed = (share) => decimal(share, 1, { style: "percent", signDisplay: "exceptZero" });
  const column = (name) => h("th", { scope: "col" }, name);
  return h("table", {},
    h("thead", {}, h("tr", {}, column(t("Player")), column(t("Luck")), column(t("Lost by choices")))),
    h("tbody", {}, analysis.summary.map((entry) => h("tr", {},
      h("th", { scope: "row" }, entry.name),
      h("td", {}, entry.decisions ? signed(entry.luck) : "–"),
      h("td", {}, entry.decisions ? percent(entry.loss) : "–")))));
}

function mistakes(analysis) {
  const found = analysis.turns.flatMap((turn) => turn.steps
    .filter((step) => step.mark)
    .map((step) => ({ step, seat: turn.player, number: turn.turn + 1, loss: step.loss[turn.player] })));
  if (!found.length) return null;
  found.sort((a, b) => b.loss - a.loss);
  return [
    h("h3", {}, t("What cost most")),
    h("ol", { class: "moments" }, found.slice(0, MOST_TOLD).map(({ step, seat, number, loss }) => h("li", {},
      h("b", {}, t("Turn {number}, {name}", { number, name: analysis.players[seat] }), ` ${step.mark}`),
      h("p", {}, t("{played}; better: {best}. It cost {loss}.", {
        played: way(step.played), best: way(step.best), loss: percent(loss),
      }))))),
  ];
}

/** A face, stop or roll, or the tile taken. */
function way(chosen) {
  if (chosen === "stop") return t("stop");
  if (chosen === "roll") return t("roll");
  if (typeof chosen === "string") return t("{face} aside", { face: faceName(chosen) });
  return chosen.tile ? t("take {tile}", { tile: chosen.tile }) : t("bust");
}
