import type { DataConnection } from 'peerjs';
import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest';
import { MirrorLine } from '../testing/mirror-line.ts';
import { definitionWith } from '../testing/profile.ts';
import { GuestAdmission } from './guest-admission.ts';
import { acceptRuleOf, decideOn, MODERATED } from './moderation.ts';

const HELLO = { type: 'hello', version: 3, name: 'Ann', key: 'code', ticket: null, wants: 'show' };
const onHello = vi.fn(() => ({ onMessage: () => {}, onGone: () => {} }));
let door: GuestAdmission;

beforeEach(() => {
  vi.useFakeTimers();
  onHello.mockClear();
  door = new GuestAdmission(onHello);
});
afterEach(() => void vi.useRealTimers());

function comes(open = true): MirrorLine {
  const line = new MirrorLine('ann');
  line.open = open;
  door.open(line as unknown as DataConnection);
  return line;
}

test('a guest that sends no hello within five seconds is disconnected', () => {
  const line = comes();
  vi.advanceTimersByTime(4_000);
  expect(line.close).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1_000);
  expect(line.close).toHaveBeenCalled();
});

test('a slow connection is waited for, and has five seconds once it is open', () => {
  const line = comes(false);
  vi.advanceTimersByTime(12_000);
  line.open = true;
  line.emit('open');
  vi.advanceTimersByTime(4_000);
  line.hear(HELLO);
  vi.advanceTimersByTime(60_000);
  expect(onHello).toHaveBeenCalledOnce();
  expect(line.close).not.toHaveBeenCalled();
});

test('connections that never open do not block others permanently', () => {
  for (let stranger = 0; stranger < 16; stranger++) comes(false);
  comes().hear(HELLO);
  expect(onHello).not.toHaveBeenCalled();
  vi.advanceTimersByTime(15_000);
  comes().hear(HELLO);
  expect(onHello).toHaveBeenCalledOnce();
});

const ruleOf = (mirror: object) => acceptRuleOf(definitionWith({ thinhoc: { mirror } }).thinhoc.mirror);
const rule = (accept_new_connections: string, timeout: object = { enabled: true, timeout: 5 }) =>
  ruleOf({ accept_new_connections, auto_accept_timeout: timeout });
const now = 10_000_000;
const minutes = (count: number) => count * 60_000;

describe('a new connection', () => {
  it.each([
    ['always', false, null, 'accept'],
    ['smart', true, null, 'accept'],
    ['smart', false, now - minutes(4.9), 'accept'],
    ['smart', false, now - minutes(5), 'ask'],
    ['smart', false, null, 'ask'],
    ['never', true, now, 'ask'],
    ['other', true, now, 'ask'],
  ] as const)('with %s, known %s and the last one admitted at %s: %s', (mode, known, acceptedAt, decision) => {
    expect(decideOn(rule(mode), { known, acceptedAt, now })).toBe(decision);
  });

  it('is accepted for five minutes after the last one if the profile sets no time', () => {
    const decide = (age: number) => decideOn(ruleOf({}), { known: false, acceptedAt: now - minutes(age), now });
    expect([decide(4.99), decide(5)]).toEqual(['accept', 'ask']);
  });

  it('is accepted for the time that the profile sets', () => {
    const nine = rule('smart', { enabled: true, timeout: 9 });
    const decide = (age: number) => decideOn(nine, { known: false, acceptedAt: now - minutes(age), now });
    expect([decide(8.9), decide(9)]).toEqual(['accept', 'ask']);
  });

  it('waits while guests are moderated, unless this session admitted it before', () => {
    expect(decideOn(MODERATED, { known: false, acceptedAt: now, now })).toBe('ask');
    expect(decideOn(MODERATED, { known: true, acceptedAt: null, now })).toBe('accept');
  });

  it('asks in smart mode if the window is off or not set', () => {
    const off = rule('smart', { enabled: false, timeout: 120 });
    expect(decideOn(off, { known: false, acceptedAt: now, now })).toBe('ask');
    expect(decideOn(acceptRuleOf(undefined), { known: true, acceptedAt: now, now })).toBe('ask');
  });
});
