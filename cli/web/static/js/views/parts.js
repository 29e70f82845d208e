// Small parts that several views use.

import { h } from "../dom.js";
import { t } from "../i18n.js";
import { app } from "../store.js";

/** A button with words. */
export function button(label, onclick, { id, kind = "", disabled = false, ...more } = {}) {
  return h("button", { type: "button", class: `button ${kind}`, id, disabled, onclick, ...more }, label);
}

/** What went wrong last, if anything did. */
export function problem() {
  if (!app.error) return null;
  const { message, retry } = app.error;
  const close = () => {
    app.error = null;
    app.draw();
  };
  return h("div", { class: "problem", id: "problem" },
    h("p", {}, message),
    retry
      ? button(t("Try again"), () => { close(); retry(); }, { id: "retry" })
      : button(t("All right"), close, { id: "dismiss" }));
}

/** Something is being computed. */
export const thinking = (label) => h("p", { class: "thinking" }, h("span", { class: "spinner" }), label);
