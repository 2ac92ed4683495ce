/** Outgoing webhooks: what they can be told of, and how long it is tried. */

/**
 * Every entry of an organization's audit log is an event of its action's name, such as machines.rename; these come on
 * top. A webhook names events, all events of an area (machines.*), or all (*).
 */
export const PRESENCE_EVENTS = ['machines.online', 'machines.offline', 'machines.cloned'] as const;
export const COMMAND_FINISHED_EVENT = 'commands.finished';
/** The test event, sent to any webhook. */
export const PING_EVENT = 'webhooks.ping';

export const WEBHOOK_EVENT_PATTERN = '^(?:\\*|[a-zA-Z]{1,40}[.](?:\\*|[a-zA-Z]{1,40}))$';

export const DELIVERY_STATES = ['queued', 'delivered', 'failed'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** Why an attempt failed: what the receiver answered, or why it could not. */
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
/** Deliveries are listed as long as machines' logs are. */
export const DELIVERY_MAX_AGE_DAYS = 30;

const FIRST_WAIT_MS = 15_000;
const LONGEST_WAIT_MS = 6 * 3_600_000;

/** How long to wait after so many failed attempts: 15 s, a minute, 4, 16 … at most 6 hours; about a day in all. */
export function retryDelay(attempts: number): number {
  return Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 4 ** (attempts - 1));
}
