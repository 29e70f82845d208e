// Words and numbers in the user's language. Every sentence goes through `t`: a whole sentence
// with named fields, English in the code, translated in the catalogs that the program uses too.

export const LANGUAGES = { en: "English", nl: "Nederlands", de: "Deutsch", fr: "Français" };

let language = "en";
let catalog = {};

/** The language in use: a key of LANGUAGES. */
export const lang = () => language;

/** The best language there is for a browser's list of wishes. */
export function preferred(wishes) {
  const codes = wishes.map((wish) => wish.slice(0, 2).toLowerCase());
  return codes.find((code) => code in LANGUAGES) || "en";
}

/** Load a language; English where its catalog cannot be had. */
export async function speak(code) {
  let words = {};
  if (code !== "en") {
    try {
      const answer = await fetch(`/messages/${code}.json`);
      if (!answer.ok) throw new Error(answer.statusText);
      words = await answer.json();
    } catch {
      code = "en";
    }
  }
  language = code;
  catalog = words;
  document.documentElement.lang = code;
}

/** Translate a sentence, then fill in its fields. */
export function t(message, fields = {}) {
  const text = catalog[message] || message;
  return text.replace(/\{(\w+)\}/g, (all, name) => (name in fields ? String(fields[name]) : all));
}

/** Write a number with that many digits after the point. */
export function decimal(value, digits = 0, options = {}) {
  return new Intl.NumberFormat(language, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    signDisplay: "negative",
    ...options,
  }).format(value);
}

/** Write a chance; only 0 and 1 themselves look like certainty. */
export function percent(chance, digits = 1) {
  const write = (value, places) => decimal(value, places, { style: "percent" });
  if (chance <= 0 || chance >= 1) return write(Math.min(Math.max(chance, 0), 1), 0);
  const step = 10 ** (-digits - 2);
  if (chance < step / 2) return `<${write(step, digits)}`;
  if (chance > 1 - step / 2) return `>${write(1 - step, digits)}`;
  return write(chance, digits);
}

/** Write a list of things. */
export function listed(items) {
  return new Intl.ListFormat(language, { type: "unit", style: "short" }).format(items.map(String));
}
