import type { LoginProvider } from '@berth/contract/bridge/login';
import type { OrganizationAuth } from '@berth/contract/profile/outside-profile';
import type { LoginMemory } from '../../state/machine-state.ts';

/** Names offered by the greeter, the newest first. */
const KEPT = 5;

export type History = LoginMemory['history'];

/** Whether the greeter may remember who logged in so (spec chapter 5, user-history toggles). */
function keepsHistory(providers: OrganizationAuth, id: LoginProvider): boolean {
  return id !== 'local' && providers[id]['user-history-enabled'] === true;
}

/** The history with one more name, where it is switched on. */
export function withName(history: History, providers: OrganizationAuth, id: LoginProvider, name: string): History {
  if (!keepsHistory(providers, id)) return history;
  const others = (history[id] ?? []).filter((each) => each !== name);
  return { ...history, [id]: [name, ...others].slice(0, KEPT) };
}

/** What may still be remembered: a history that was switched off is forgotten. */
export function allowedHistory(history: History, providers: OrganizationAuth): History {
  const ids = Object.keys(history) as LoginProvider[];
  return Object.fromEntries(ids.filter((id) => keepsHistory(providers, id)).map((id) => [id, history[id]]));
}
