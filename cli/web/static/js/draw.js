// Tiles, dice and worms.

import { h, svg } from "./dom.js";
import { t } from "./i18n.js";

const PIPS = {
  1: [[50, 50]],
  2: [[27, 27], [73, 73]],
  3: [[25, 25], [50, 50], [75, 75]],
  4: [[28, 28], [72, 28], [28, 72], [72, 72]],
  5: [[27, 27], [73, 27], [50, 50], [27, 73], [73, 73]],
};

/** Worms on a tile, as printed on it. */
export const wormsOn = (tile) => Math.floor((tile - 17) / 4);

/** Worms on a whole stack. */
export const wormsOf = (stack) => stack.reduce((sum, tile) => sum + wormsOn(tile), 0);

/** A face of a die, as words: "4", "worm". */
export const faceName = (face) => (face === "W" ? t("worm") : face);

export function wormSign() {
  return svg("svg", { class: "worm", viewBox: "0 0 24 24", "aria-hidden": "true" },
    svg("use", { href: "#worm" }));
}

/** One die; `face` null is an empty place for one. Named by what stands around it. */
export function die(face, size = "") {
  const drawn = svg("svg", { viewBox: "0 0 100 100", "aria-hidden": "true",
    class: `die ${size} ${face === null ? "none" : ""}` });
  drawn.append(svg("rect", { x: 3, y: 3, width: 94, height: 94, rx: 20 }));
  if (face === "W") drawn.append(svg("use", { href: "#worm", x: 12, y: 12, width: 76, height: 76 }));
  for (const [x, y] of PIPS[face] || []) drawn.append(svg("circle", { cx: x, cy: y, r: 9.5 }));
  return drawn;
}

/** Dice of one face in a row, read as one. */
export function diceRow(faces, size = "") {
  return h("span", { class: "dice", role: "img", "aria-label": faces.map(faceName).join(", ") },
    faces.map((face) => die(face, size)));
}

/** What lies inside a tile: its number, a line, its worms. */
export function tileInside(tile) {
  return [
    h("b", {}, String(tile)),
    h("span", { class: "worms", "aria-hidden": "true" },
      Array.from({ length: wormsOn(tile) }, wormSign)),
  ];
}

/** A tile as words: "tile 27, worms: 2". */
export const tileName = (tile) => t("tile {tile}, worms: {worms}", { tile, worms: wormsOn(tile) });

/** A tile to look at. */
export function tile(number, extra = "") {
  return h("span", { class: `tile ${extra}`, role: "img", "aria-label": tileName(number) },
    tileInside(number));
}

/** A tile to tap. */
export function tileButton(number, label, onclick, { id, extra = "" } = {}) {
  return h("button", { type: "button", class: `tile ${extra}`, "aria-label": label, onclick, id },
    tileInside(number));
}

const ICONS = {
  undo: "M8 5 3.5 9.5 8 14M4 9.5h9.5a6 6 0 0 1 0 12H9",
  table: "M4 4h6.5v8H4zM13.5 4H20v8h-6.5zM4 15h6.5v5H4zM13.5 15H20v5h-6.5z",
  dice: "M4 6.5A2.5 2.5 0 0 1 6.5 4h11A2.5 2.5 0 0 1 20 6.5v11a2.5 2.5 0 0 1-2.5 2.5h-11A2.5 2.5 0 0 1 4 17.5zM8.5 8.5h.01M15.5 8.5h.01M12 12h.01M8.5 15.5h.01M15.5 15.5h.01",
  menu: "M4 6.5h16M4 12h16M4 17.5h16",
  close: "M6 6l12 12M18 6 6 18",
};

/** A sign for a button. */
export const icon = (name) => svg("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" },
  svg("path", { d: ICONS[name] }));
