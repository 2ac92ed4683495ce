import { describe, expect, it } from 'vitest';
import { definitionWith } from '../testing/profile.ts';
import { acceptRuleOf, decideOn, MODERATED } from './moderation.ts';

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

  it('waits while guests are moderated, unless this session admitted it before', () => {
    expect(decideOn(MODERATED, { known: false, acceptedAt: now, now })).toBe('ask');
    expect(decideOn(MODERATED, { known: true, acceptedAt: null, now })).toBe('accept');
  });

  it('asks in mode smart where the window is off, or before it is set', () => {
    const off = rule('smart', { enabled: false, timeout: 120 });
    expect(decideOn(off, { known: false, acceptedAt: now, now })).toBe('ask');
    expect(ruleOf({})).toEqual({ mode: 'smart', windowMs: minutes(5) });
    expect(decideOn(acceptRuleOf(undefined), { known: true, acceptedAt: now, now })).toBe('ask');
  });
});
