// Questions to the server. It keeps nothing between them: the whole game goes along.

const PATIENCE = 30_000;
const LONG_PATIENCE = 100_000; // For what takes the server long.
const LONG = ["analyze"];
const running = new Map();

/** The server said no: what is wrong, in its words. */
export class Refused extends Error {
  constructor({ message, kind, where }, status) {
    super(message.startsWith(`${where}: `) ? message.slice(where.length + 2) : message);
    this.kind = kind;
    this.where = where;
    this.again = status >= 429; // Too busy, too slow: asking again may help.
  }
}

/** No answer: no network, no server, or too slow. */
export class Unreachable extends Error {}

/** A newer question took this one's place. */
export class Stale extends Error {}

/**
 * Ask the server.
 * @param {string} path behind /api/v1/
 * @param {Object} body
 * @param {string} slot a new question in the same slot calls off the one before
 */
export async function ask(path, body, slot = path) {
  drop(slot);
  const control = new AbortController();
  running.set(slot, control);
  const timer = setTimeout(() => control.abort(new Unreachable("timeout")),
    LONG.includes(path) ? LONG_PATIENCE : PATIENCE);
  try {
    const answer = await fetch(`/api/v1/${path}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
      signal: control.signal,
    });
    const json = await answer.json();
    if (json.error) throw new Refused(json.error, answer.status);
    if (!answer.ok) throw new Unreachable(String(answer.status));
    return json;
  } catch (error) {
    if (control.signal.aborted) throw control.signal.reason;
    if (error instanceof Refused) throw error;
    throw new Unreachable(error.message);
  } finally {
    clearTimeout(timer);
    if (running.get(slot) === control) running.delete(slot);
  }
}

/** Call off the question of a slot, if one is running. */
export function drop(slot) {
  running.get(slot)?.abort(new Stale());
  running.delete(slot);
}
