// Dialogs: one open at a time, closed by its button, Escape, or the back button.

import { h } from "../dom.js";
import { icon } from "../draw.js";
import { t } from "../i18n.js";
import { app, remember } from "../store.js";
import { edit } from "./edit.js";
import { roller } from "./roller.js";
import { settings } from "./settings.js";

const VIEWS = { settings, roller, edit };
let shown = null;

/** Open a dialog as a step that the back button undoes. */
export function open(name) {
  app.dialog = name;
  remember();
  showDialog();
}

/** Close the dialog: back to where it was opened. */
export function close() {
  if (app.dialog) history.back();
}

/** Show the dialog that the state names, or none. */
export function showDialog(anew = false) {
  const holder = document.getElementById("dialogs");
  if (shown === app.dialog && !anew) return;
  holder.querySelector("dialog")?.close();
  holder.replaceChildren();
  if (shown) document.getElementById(`open-${shown}`)?.focus();
  shown = app.dialog in VIEWS ? app.dialog : null;
  if (!shown) return;
  const { title, body } = VIEWS[shown]();
  const dialog = h("dialog", { "aria-labelledby": "dialog-title", id: `dialog-${shown}` },
    h("header", {},
      h("h2", { id: "dialog-title" }, title),
      h("button", { type: "button", class: "round", id: "close", "aria-label": t("Close"), onclick: close },
        icon("close"))),
    body);
  dialog.addEventListener("cancel", (event) => {
    event.preventDefault();
    close();
  });
  holder.append(dialog);
  dialog.showModal();
}
