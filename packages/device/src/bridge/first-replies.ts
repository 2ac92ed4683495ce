import { setTimeout as delay } from 'node:timers/promises';
import type { BridgeHandlers } from './calls.ts';

/** Calls of every page's start, without input. */
const FIRST_CALLS = [
  'load_profile',
  'load_machine_config',
  'get_machine_status',
  'list_sessions',
  'get_login',
  'load_user_config',
  'load_machine_context',
] as const;

/** Limit of the page's wait for them, in milliseconds. */
const WAIT_MS = 100;

/** JSON with the replies by method, without those that fail or take too long: the page calls these itself. */
export async function firstReplies(handlers: BridgeHandlers): Promise<string> {
  const replies: Record<string, unknown> = {};
  const all = FIRST_CALLS.map(async (name) => {
    replies[name] = await handlers[name]({});
  });
  await Promise.race([Promise.allSettled(all), delay(WAIT_MS, undefined, { ref: false })]);
  return JSON.stringify(replies);
}
