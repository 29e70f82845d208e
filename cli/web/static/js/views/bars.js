// How a turn may end, as bars.

import { h } from "../dom.js";
import { percent, t } from "../i18n.js";
import { nameOf, victimOf } from "../play.js";
import { app } from "../store.js";

/** Draw a distribution: outcomes with their chances. */
export function bars(outcomes) {
  const shown = outcomes.filter((one) => one.chance > 0).sort(order);
  const most = Math.max(...shown.map((one) => one.chance));
  return h("ul", { class: "bars", "aria-label": t("How the turn may end") },
    shown.map((one) => bar(one, most)));
}

/** Bust first, then tiles ascending. */
const order = (a, b) => (a.tile ?? 0) - (b.tile ?? 0) || (a.from ?? 0) - (b.from ?? 0);

function bar(outcome, most) {
  const filled = h("span", { class: `fill ${outcome.type}` });
  filled.style.setProperty("--part", outcome.chance / most);
  return h("li", {},
    h("span", { class: "what" }, label(outcome)),
    h("span", { class: "track", "aria-hidden": "true" }, filled),
    h("span", { class: "chance" }, percent(outcome.chance)));
}

function label({ type, tile, from }) {
  if (type === "bust") return t("bust");
  if (type === "steal") return t("{tile} from {other}", { tile, other: nameOf(victimOf({ from }, app.table.mover)) });
  return String(tile);
}
