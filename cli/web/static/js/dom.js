// Elements made by hand: no markup from strings, so nothing typed in can become markup.

const SVG = "http://www.w3.org/2000/svg";

/**
 * Make an element.
 * @param {string} tag
 * @param {Object} [props] attributes; `on...` are listeners, false and null leave one out
 * @param {...(Node|string|number|null|false|Array)} children
 * @returns {HTMLElement}
 */
export function h(tag, props, ...children) {
  return fill(document.createElement(tag), props, children);
}

/** Make an SVG element; arguments as those of `h`. */
export function svg(tag, props, ...children) {
  return fill(document.createElementNS(SVG, tag), props, children);
}

function fill(element, props, children) {
  for (const [name, value] of Object.entries(props || {})) {
    if (value === false || value === null || value === undefined) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  for (const child of children.flat(Infinity)) {
    if (child !== null && child !== false && child !== undefined) element.append(child);
  }
  return element;
}

/**
 * Put new children in place of the old, with the focus and the open details where they were.
 * Elements are known again by their id.
 */
export function replace(parent, ...children) {
  const focused = parent.contains(document.activeElement) ? document.activeElement : null;
  const id = focused && focused.id;
  const open = new Map();
  for (const details of parent.querySelectorAll("details[id]")) open.set(details.id, details.open);
  parent.replaceChildren(...children.flat(Infinity).filter(Boolean));
  for (const details of parent.querySelectorAll("details[id]")) {
    if (open.has(details.id)) details.open = open.get(details.id);
  }
  if (!focused) return;
  const again = id && document.getElementById(id);
  const fallback = parent.querySelector("[data-home]") || parent;
  const target = again && !again.disabled ? again : fallback;
  target.focus({ preventScroll: true });
}
