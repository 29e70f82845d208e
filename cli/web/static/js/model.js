// The game as the server takes it: who plays, the rules, where it began, every turn so far.
// Nothing here knows the rules: the server judges each step. Games are never changed in place.

export const FACES = ["1", "2", "3", "4", "5", "W"];
export const DICE = 8;
export const TILES = Array.from({ length: 16 }, (_, i) => 21 + i);

/** A new game; `start` is the table as text, mover first, where it is not the usual one. */
export function newGame(players, rules, { first = 0, start = null } = {}) {
  return { players, rules, start, first, turns: [] };
}

const isOpen = (turn) => Boolean(turn) && turn.outcome === null;

/** The unfinished turn, if there is one. */
export function openTurn(game) {
  const last = game.turns.at(-1);
  return isOpen(last) ? last : null;
}

function withTurn(game, change) {
  const open = openTurn(game);
  const turns = open ? game.turns.slice(0, -1) : game.turns;
  return { ...game, turns: [...turns, change(open || { throws: [], outcome: null })] };
}

/** Add a roll, a list of faces. */
export function rolled(game, faces) {
  const roll = sorted(faces).join(",");
  return withTurn(game, (turn) => ({ ...turn, throws: [...turn.throws, { roll, face: null }] }));
}

/** Set aside a face of the last roll. */
export function chose(game, face) {
  return withTurn(game, (turn) => {
    const throws = turn.throws.slice();
    throws[throws.length - 1] = { ...throws.at(-1), face };
    return { ...turn, throws };
  });
}

/** End the turn. Dice that were only guessed, to fit what lay on the table, are forgotten. */
export function ended(game, outcome) {
  return withTurn(game, ({ throws, guessed }) => ({ throws: guessed ? [] : throws, outcome }));
}

/** Take back the last step: a finished turn opens again, a choice, a roll. */
export function undone(game) {
  const last = game.turns.at(-1);
  if (!last) return game.before || game;
  const turns = game.turns.slice(0, -1);
  if (!isOpen(last)) {
    return { ...game, turns: last.throws.length ? [...turns, { ...last, outcome: null }] : turns };
  }
  const throws = last.throws.slice();
  const { roll, face } = throws.pop();
  if (face !== null) throws.push({ roll, face: null });
  return { ...game, turns: throws.length ? [...turns, { ...last, throws }] : turns };
}

/** Whether there is a step to take back. */
export const canUndo = (game) => game.turns.length > 0 || Boolean(game.before);

/** What the server is told: the game without what only the page needs. */
export function posted(game) {
  const { before, ...rest } = game;
  return { ...rest, turns: rest.turns.map(({ throws, outcome }) => ({ throws, outcome })) };
}

/** Write a table as text; the first stack is the mover's. */
export function tableText(grill, stacks) {
  const tiles = (some) => (some.length ? some.join(",") : "-");
  return [tiles([...grill].sort((a, b) => a - b)), ...stacks.map(tiles)].join("/");
}

/**
 * Read a position text into a game and the dice on the table. How dice set aside were rolled
 * is not told by it: rolls that fit are put in, marked as guessed.
 */
export function readPosition(text, names) {
  const fields = text.trim().split(/\s+/);
  const table = fields.shift();
  const rules = /^[a-vx-z]/i.test(fields.at(-1) || "") ? fields.pop() : "official";
  const [kept, roll] = fields.map(readDice);
  const players = table.split("/").slice(1).map((_, seat) => names(seat));
  let game = newGame(players, rules, { start: table });
  if (kept?.length) game = guess(game, kept, roll || []);
  if (roll?.length) game = rolled(game, roll);
  return game;
}

function guess(game, kept, roll) {
  let left = DICE;
  for (const face of FACES.filter((one) => kept.includes(one))) {
    const count = kept.filter((one) => one === face).length;
    const other = face === "1" ? "2" : "1";
    const filling = Array(Math.max(0, left - count)).fill(other);
    game = chose(rolled(game, [...Array(count).fill(face), ...filling]), face);
    left -= count;
  }
  return withTurn(game, (turn) => ({ ...turn, guessed: true }));
}

function readDice(text) {
  if (text === "-") return [];
  const groups = text.includes(",") || /x/i.test(text) ? text.split(",") : [...text];
  return groups.flatMap((group) => {
    const [face, count = "1"] = group.toUpperCase().split("X");
    return Array(Math.min(Number(count) || 1, DICE)).fill(face);
  });
}

export function sorted(faces) {
  return [...faces].sort((a, b) => FACES.indexOf(a) - FACES.indexOf(b));
}

/** The server's answer to a game, with the dice as lists of faces and what comes next. */
export function readTable(answer) {
  const { turn } = answer;
  return {
    ...answer,
    kept: readDice(turn?.kept ?? "-"),
    roll: readDice(turn?.roll ?? "-"),
    total: turn?.total ?? 0,
    dice_left: turn?.dice_left ?? DICE,
    faces: turn?.faces ?? [],
    next: nextStep(answer),
  };
}

function nextStep({ over, turn }) {
  if (over) return "over";
  if (!turn) return "roll";
  if (turn.roll !== null) return turn.faces.length ? "choose" : "bust";
  return turn.can_roll ? "stop_or_roll" : "stop";
}
