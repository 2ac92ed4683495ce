import { useSyncExternalStore } from 'react';
import { type Fields, fieldsAt, flagOf } from '../definition/fields.ts';
import { useSessionState } from '../state/session.ts';
import { createStore } from '../state/store.ts';

/** What somebody chose at the machine, until its page is loaded again. Undefined: as the profile says. */
const choice = createStore<{ readonly moderated: boolean | undefined }>({ moderated: undefined });

/** Whether guests wait until somebody at the machine lets them in. */
export function isModerated(definition: Fields): boolean {
  return choice.get().moderated ?? byProfile(definition);
}

export function moderate(moderated: boolean): void {
  choice.set({ moderated });
}

export function useModerated(): boolean {
  const wanted = useSessionState(({ profile }) => byProfile(fieldsAt(profile?.definition)));
  return useSyncExternalStore(choice.subscribe, () => choice.get().moderated) ?? wanted;
}

function byProfile(definition: Fields): boolean {
  return flagOf(fieldsAt(definition, 'thinhoc', 'mirror'), 'moderated', false);
}
