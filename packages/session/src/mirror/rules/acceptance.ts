import { type Fields, fieldsAt, flagOf, numberOf, textOf } from '../../definition/fields.ts';

/** Who comes in without being asked about (spec chapter 4). */
export interface AcceptRule {
  readonly mode: string;
  /** How long after somebody was let in anybody is; 0 for not at all. */
  readonly windowMs: number;
}

/** Guests wait until somebody lets them in; who was let in in this session comes back by themselves. */
export const MODERATED: AcceptRule = { mode: 'moderated', windowMs: 0 };

const MINUTE_MS = 60_000;
const TIMEOUT = { min: 1, max: 120, default: 5 } as const;

/** Reads thinhoc.mirror of a profile. */
export function acceptRuleOf(definition: Fields): AcceptRule {
  const mirror = fieldsAt(definition, 'thinhoc', 'mirror');
  const timeout = fieldsAt(mirror, 'auto_accept_timeout');
  const windowMs = flagOf(timeout, 'enabled', true) ? numberOf(timeout, 'timeout', TIMEOUT) * MINUTE_MS : 0;
  return { mode: textOf(mirror, 'accept_new_connections', 'smart'), windowMs };
}

/**
 * always lets in; moderated lets in whom this session knows; smart lets in whom this session knows, and anybody within the window after the last one was let in;
 * never, and whatever else a profile says, asks.
 */
export function decideOn(
  { mode, windowMs }: AcceptRule,
  { known, acceptedAt, now }: { readonly known: boolean; readonly acceptedAt: number | null; readonly now: number },
): 'accept' | 'ask' {
  if (mode === 'always') return 'accept';
  if (mode === MODERATED.mode) return known ? 'accept' : 'ask';
  if (mode !== 'smart') return 'ask';
  const inWindow = acceptedAt !== null && now - acceptedAt < windowMs;
  return known || inWindow ? 'accept' : 'ask';
}
