import type { Mirror } from '@berth/contract/profile/communication';
import { useSyncExternalStore } from 'react';
import { useDefinition } from '../state/session.ts';
import { createStore } from '../state/store.ts';

/** The choice at the machine, until its page is reloaded. Undefined: as in the profile. */
const choice = createStore<{ readonly moderated: boolean | undefined }>({ moderated: undefined });

/** Whether guests wait until someone at the machine admits them. */
export function isModerated(mirror: Mirror | undefined): boolean {
  return choice.get().moderated ?? mirror?.moderated ?? false;
}

export function moderate(moderated: boolean): void {
  choice.set({ moderated });
}

export function useModerated(): boolean {
  const wanted = useDefinition()?.thinhoc.mirror.moderated;
  return useSyncExternalStore(choice.subscribe, () => choice.get().moderated) ?? wanted ?? false;
}

/** Which guests are admitted automatically (spec chapter 4). */
export interface AcceptRule {
  readonly mode: Mirror['accept_new_connections'] | 'moderated';
  /** How long after an admission everyone is admitted; 0 for never. */
  readonly windowMs: number;
}

/** Guests wait until someone admits them; guests already admitted in this session rejoin automatically. */
export const MODERATED: AcceptRule = { mode: 'moderated', windowMs: 0 };

const MINUTE_MS = 60_000;

/** The rule of a profile; without one every guest needs confirmation. */
export function acceptRuleOf(mirror: Mirror | undefined): AcceptRule {
  if (!mirror) return { mode: 'never', windowMs: 0 };
  const { accept_new_connections: mode, auto_accept_timeout: window } = mirror;
  return { mode, windowMs: window.enabled ? window.timeout * MINUTE_MS : 0 };
}

/**
 * always admits; moderated admits guests known in this session; smart admits those, and everyone within the window
 * after the last admission; never, and any other value, asks.
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
