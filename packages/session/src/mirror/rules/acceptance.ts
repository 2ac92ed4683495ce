import type { Mirror } from '@berth/contract/profile/mirror';

/** Who comes in without being asked about (spec chapter 4). */
export interface AcceptRule {
  readonly mode: Mirror['accept_new_connections'] | 'moderated';
  /** How long after somebody was let in anybody is; 0 for not at all. */
  readonly windowMs: number;
}

/** Guests wait until somebody lets them in; who was let in in this session comes back by themselves. */
export const MODERATED: AcceptRule = { mode: 'moderated', windowMs: 0 };

const MINUTE_MS = 60_000;

/** The rule of a profile; without one every guest is asked about. */
export function acceptRuleOf(mirror: Mirror | undefined): AcceptRule {
  if (!mirror) return { mode: 'never', windowMs: 0 };
  const { accept_new_connections: mode, auto_accept_timeout: window } = mirror;
  return { mode, windowMs: window.enabled ? window.timeout * MINUTE_MS : 0 };
}

/**
 * always lets in; moderated lets in whom this session knows; smart lets in whom this session knows, and anybody within
 * the window after the last guest was let in; never, and any other value, asks.
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
