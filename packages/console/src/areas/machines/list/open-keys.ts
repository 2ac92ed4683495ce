import { COMMAND_EXPIRY_MS } from '@berth/contract/limits';

interface Open {
  readonly keys: readonly string[];
  /** When it was tried last; later, the same wish is a new one. */
  readonly at: number;
}

/** Wishes whose outcome is unknown, because a reply was lost. */
const open = new Map<string, Open>();

/**
 * Makes calls, each with a key. If one fails, the same wish is repeated under the same keys: what the server has done
 * already, it does not do twice.
 */
export async function underKeys<Done>(
  wish: unknown,
  count: number,
  send: (keys: readonly string[]) => Promise<Done>,
): Promise<Done> {
  const text = JSON.stringify(wish);
  const now = Date.now();
  const before = open.get(text);
  const isFresh = before !== undefined && now - before.at < COMMAND_EXPIRY_MS;
  const keys = isFresh ? before.keys : Array.from({ length: count }, () => crypto.randomUUID());
  open.set(text, { keys, at: now });
  const done = await send(keys);
  open.delete(text);
  return done;
}
