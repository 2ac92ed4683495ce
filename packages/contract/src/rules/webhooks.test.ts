import { describe, expect, it, test } from 'vitest';
import {
  COMMAND_FINISHED_EVENT,
  DELIVERY_ATTEMPTS_MAX,
  PING_EVENT,
  PRESENCE_EVENTS,
  retryDelay,
  WEBHOOK_EVENT_PATTERN,
} from './webhooks.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const selects = (text: string) => new RegExp(WEBHOOK_EVENT_PATTERN).test(text);

describe('deliveries that fail', () => {
  it('are repeated after 15 seconds, then each time after four times as long, at most 6 hours', () => {
    expect([1, 2, 3, 4, 5, 6].map((attempts) => retryDelay(attempts) / MINUTE_MS)).toEqual([0.25, 1, 4, 16, 64, 256]);
    expect([7, 8, 9].map((attempts) => retryDelay(attempts) / HOUR_MS)).toEqual([6, 6, 6]);
  });

  it('are repeated for about a day', () => {
    const waits = Array.from({ length: DELIVERY_ATTEMPTS_MAX - 1 }, (_, at) => retryDelay(at + 1));
    expect(Math.round(waits.reduce((sum, wait) => sum + wait, 0) / HOUR_MS)).toBe(24);
  });
});

test.each(['*', 'machines.*', 'machines.rename', `${'a'.repeat(40)}.${'b'.repeat(40)}`])(
  'a webhook can select %s',
  (text) => expect(selects(text)).toBe(true),
);

test.each([
  '',
  'machines',
  '*.rename',
  'machines.',
  '.rename',
  'machines.re*',
  'machines.a.b',
  'machines-rename',
  ' *',
  '* ',
  `${'a'.repeat(41)}.b`,
  `a.${'b'.repeat(41)}`,
])('a webhook cannot select %j', (text) => expect(selects(text)).toBe(false));

test('events that are in no audit log can be selected by name', () => {
  for (const event of [...PRESENCE_EVENTS, COMMAND_FINISHED_EVENT, PING_EVENT]) expect(selects(event)).toBe(true);
});
