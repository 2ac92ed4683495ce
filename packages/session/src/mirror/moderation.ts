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
