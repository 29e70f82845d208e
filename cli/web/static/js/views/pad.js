// The dice pad: one tap a die, the roll counts when it is complete.

import { h } from "../dom.js";
import { die, faceName } from "../draw.js";
import { t } from "../i18n.js";
import { FACES } from "../model.js";
import { addDie, enterRoll, removeDie } from "../play.js";
import { randomFaces } from "../chance.js";
import { app } from "../store.js";
import { button } from "./parts.js";

/** Draw the pad. */
export function pad() {
  const { pending, table } = app;
  const places = Array.from({ length: table.dice_left }, (_, place) => place);
  const label = table.turn
    ? t("Rolled on? Tap the dice. ({count})", { count: table.dice_left })
    : t("Tap the dice rolled. ({count})", { count: table.dice_left });
  return h("section", { class: "pad", "aria-label": t("Dice rolled") },
    h("p", { class: "lead" }, label),
    h("div", { class: "places" }, places.map(place)),
    h("div", { class: "faces" }, FACES.map(faceButton)),
    h("div", { class: "row" },
      button(t("Remove a die"), () => removeDie(), { id: "die-back", disabled: !pending.length }),
      button(t("Roll for me"), () => enterRoll(randomFaces(table.dice_left)), {
        id: "roll-for-me", disabled: pending.length > 0,
      })));
}

function place(index) {
  const face = app.pending[index];
  if (face === undefined) return die(null, "small");
  return h("button", {
    type: "button", class: "place", id: `place-${index}`,
    "aria-label": t("Remove {face}", { face: faceName(face) }), onclick: () => removeDie(index),
  }, die(face, "small"));
}

function faceButton(face) {
  const count = app.pending.filter((one) => one === face).length;
  const name = t("{face}, rolled: {count}", { face: faceName(face), count });
  return h("button", {
    type: "button", class: "face", id: `face-${face}`, "aria-label": name,
    "aria-keyshortcuts": face, onclick: () => addDie(face),
  }, die(face, "big"), count > 0 && h("span", { class: "badge" }, `×${count}`));
}
