/** Outgoing webhooks: their events and retries. */

/**
 * Additional events: every entry of an organization's audit log is an event named after its action, such as
 * machines.rename. A webhook selects events, all events of an area (machines.*), or all (*).
 */
export const PRESENCE_EVENTS = ['machines.online', 'machines.offline', 'machines.cloned'] as const;
export const COMMAND_FINISHED_EVENT = 'commands.finished';
/** The test event, sent to any webhook. */
export const PING_EVENT = 'webhooks.ping';

export const WEBHOOK_EVENT_PATTERN = '^(?:\\*|[a-zA-Z]{1,40}[.](?:\\*|[a-zA-Z]{1,40}))$';

export const DELIVERY_STATES = ['queued', 'delivered', 'failed'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** Why an attempt failed: the receiver's reply, or why there was none. */
export const DELIVERY_FAILURES = [
  'status',
  'redirect',
  'refused',
  'unreachable',
  'unknown-name',
  'timed-out',
  'certificate',
  'insecure',
  'not-public',
  'broken-off',
  'other',
] as const;
export type DeliveryFailure = (typeof DELIVERY_FAILURES)[number];

export const WEBHOOKS_MAX = 20;
export const DELIVERY_ATTEMPTS_MAX = 10;
/** Deliveries are kept as long as machines' logs. */
export const DELIVERY_MAX_AGE_DAYS = 30;

const FIRST_WAIT_MS = 15_000;
const LONGEST_WAIT_MS = 6 * 3_600_000;

/** Delay after failed attempts: 15 s, 1 minute, 4, 16 … at most 6 hours; about a day in total. */
export function retryDelay(attempts: number): number {
  return Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 4 ** (attempts - 1));
}
