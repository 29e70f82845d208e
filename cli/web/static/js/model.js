// The game as the server takes it: who plays, the rules, where it began, every turn so far.
// Nothing here knows the rules: the server judges each step. Games are never changed in place.
// A turn has the throws that were seen, and before them those that were only guessed, to fit dice
// that lay there when a link was opened.

export const FACES = ["1", "2", "3", "4", "5", "W"];
export const DICE = 8;
export const TILES = Array.from({ length: 16 }, (_, i) => 21 + i);

/** A new game; `start` is the table as text, mover first, where it is not the usual one. */
export function newGame(players, rules, { first = 0, start = null } = {}) {
  return { players, rules, start, first, turns: [] };
}

const isOpen = (turn) => Boolean(turn) && turn.outcome === null;

const allThrows = ({ guessed = [], throws }) => [...guessed, ...throws];

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

/** End the turn. */
export function ended(game, outcome) {
  return withTurn(game, (turn) => ({ ...turn, outcome }));
}

/** Take back the last step: a finished turn opens again, a choice, a roll. */
export function undone(game) {
  const last = game.turns.at(-1);
  // What was guessed is no step: a link begins with it.
  if (!last || (isOpen(last) && !last.throws.length)) return game.before || game;
  const turns = game.turns.slice(0, -1);
  let turn = { ...last, outcome: null };
  if (isOpen(last)) {
    const throws = last.throws.slice();
    const { roll, face } = throws.pop();
    if (face !== null) throws.push({ roll, face: null });
    turn = { ...last, throws };
  }
  return { ...game, turns: allThrows(turn).length ? [...turns, turn] : turns };
}

/** Whether there is a step to take back. */
export const canUndo = (game) => undone(game) !== game;

/** What the server is told to judge a game: all but what only the page needs. */
export function posted(game) {
  const { before, ...rest } = game;
  const turns = game.turns.map((turn) => ({ throws: allThrows(turn), outcome: turn.outcome }));
  return { ...rest, turns };
}

/** What is recorded of a game: no dice of a turn that were not all seen. */
export function recorded(game) {
  const turns = game.turns.filter((turn) => !isOpen(turn) || !turn.guessed);
  return posted({
    ...game,
    turns: turns.map(({ throws, guessed, outcome }) => ({ throws: guessed ? [] : throws, outcome })),
  });
}

const isText = (kept) => typeof kept === "string";
const areAll = (kept, test) => Array.isArray(kept) && kept.every(test);
const isThrow = (kept) => isText(kept?.roll) && (kept.face === null || isText(kept.face));
const isTurn = (kept) => areAll(kept?.throws, isThrow) && typeof kept.outcome === "object" &&
  (kept.guessed === undefined || areAll(kept.guessed, isThrow)) &&
  (kept.outcome !== null || allThrows(kept).length > 0);

/** Whether what was kept has the form of a game; whether there can be such a game, the server says. */
export function isGame(kept) {
  const { players, rules, start, first, turns, before } = kept ?? {};
  return areAll(players, isText) && isText(rules) && (start === null || isText(start)) &&
    Number.isInteger(first) && areAll(turns, isTurn) && (before === undefined || isGame(before));
}

/** Write a table as text; the first stack is the mover's. */
export function tableText(grill, stacks) {
  const tiles = (some) => (some.length ? some.join(",") : "-");
  return [tiles([...grill].sort((a, b) => a - b)), ...stacks.map(tiles)].join("/");
}

/**
 * Read a position text, as the server writes it, into a game with the dice on the table. How
 * dice set aside were rolled is not told by it: rolls that fit are put in as guessed.
 */
export function readPosition(text, names) {
  const [table, ...fields] = text.split(" ");
  const rules = fields.pop();
  const [kept = [], roll = []] = fields.map(readDice);
  const players = table.split("/").slice(1).map((_, seat) => names(seat));
  let game = newGame(players, rules, { start: table });
  if (kept.length) game = withTurn(game, (turn) => ({ ...turn, guessed: guess(kept) }));
  return roll.length ? rolled(game, roll) : game;
}

function guess(kept) {
  let left = DICE;
  return FACES.filter((face) => kept.includes(face)).map((face) => {
    const dice = kept.filter((one) => one === face);
    const filling = Array(left - dice.length).fill(face === "1" ? "2" : "1");
    left -= dice.length;
    return { roll: sorted([...dice, ...filling]).join(","), face };
  });
}

function readDice(text) {
  if (text === "-") return [];
  return text.split(",").flatMap((group) => {
    const [face, count = 1] = group.split("x");
    return Array(Number(count)).fill(face);
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
