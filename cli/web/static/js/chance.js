// Fair chance: every result equally likely, from the browser's cryptographic source.

import { FACES } from "./model.js";

const RANGE = 2 ** 32;

/** A fair number from 0 to n - 1: draws that would favour some numbers are drawn again. */
export function below(n) {
  const limit = RANGE - (RANGE % n);
  const drawn = new Uint32Array(1);
  do crypto.getRandomValues(drawn);
  while (drawn[0] >= limit);
  return drawn[0] % n;
}

/** That many dice, rolled. */
export const randomFaces = (count) => Array.from({ length: count }, () => FACES[below(FACES.length)]);
