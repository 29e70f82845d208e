// What the page shows, kept over a reload; one entry of the browser's history for each step.

import { FACES, isGame } from "./model.js";

const KEY = "wormadvisor";

/** The settings that are kept, each with the test whether it makes sense. */
const SETTINGS = {
  lang: (kept) => typeof kept === "string",
  objective: (kept) => ["win", "lead", "tile"].includes(kept),
  advised: Array.isArray,
  rules: (kept) => typeof kept === "string",
};

/** Everything that is shown comes from here. `draw` is put in by the page. */
export const app = {
  game: null, // as posted to the server
  table: null, // the server's answer to it: who moves, what lies where, how the turn may end
  pending: [], // faces tapped so far of a roll that is not complete
  hint: null, // the answer for the dice on the table
  shares: null, // win chances before the turn, by seat
  dialog: null, // which one is open
  error: null, // what went wrong: {message, retry}
  step: 0, // which entry of the browser's history this is
  settings: { lang: null, objective: "win", advised: [0], rules: "official" },
  draw: () => {},
};

/** Read what was kept; what makes no sense is left out. */
export function recall() {
  let kept = {};
  try {
    kept = JSON.parse(localStorage.getItem(KEY)) || {};
  } catch {
    // Nothing was kept, or nothing may be.
  }
  const { game, pending, settings, text } = kept;
  for (const [name, makesSense] of Object.entries(SETTINGS)) {
    if (makesSense(settings?.[name])) app.settings[name] = settings[name];
  }
  return {
    text,
    game: isGame(game) ? game : null,
    pending: Array.isArray(pending) ? pending.filter((face) => FACES.includes(face)) : [],
  };
}

/** Keep it over a reload. A browser that keeps nothing still plays. */
export function keep() {
  const { game, pending, settings } = app;
  const text = app.table?.position ?? null;
  try {
    localStorage.setItem(KEY, JSON.stringify({ game, pending, settings, text }));
  } catch {
    // Private windows and full disks: the game goes on without.
  }
}

/** The position in the address, or null. */
export function positionInAddress() {
  const found = /^#p=(.+)$/.exec(location.hash);
  try {
    return found && decodeURIComponent(found[1].replaceAll("+", "%2B"));
  } catch {
    return null;
  }
}

function address() {
  if (!app.table) return location.hash || "#";
  const text = encodeURIComponent(app.table.position).replaceAll("%3D", "=");
  return `#p=${text.replaceAll("%2C", ",").replaceAll("%2F", "/").replaceAll("%2B", "+")}`;
}

const entry = () => ({
  game: app.game, pending: app.pending, dialog: app.dialog, step: app.step,
});

/** Make the state now a step that the back button can return from. */
export function remember() {
  app.step += 1;
  history.pushState(entry(), "", address());
  keep();
}

/** Change the step that the browser's history is at. */
export function amend() {
  history.replaceState(entry(), "", address());
  keep();
}
