import { expect, it } from 'vitest';
import { logBudget, parseMessage, toLogLines } from './messages.ts';

const NOW = Date.parse('2026-03-01T12:00:00Z');
const entry = (time: string) => ({ id: '1', time, type: 'DEBUG', message: 'm' });

const parse = (text: string) => parseMessage(Buffer.from(text));

it('reads what the contract declares, and nothing else', () => {
  expect(parse('{"type":"ping"}')).toEqual({ type: 'ping' });
  expect(parse('{ "type": "ping" }')).toEqual({ type: 'ping' });
  for (const text of [
    '{"type":"ping","more":1}',
    '{"type":"unknown"}',
    '{"type":1}',
    // Without a text form.
    '{"type":{"toString":null,"valueOf":null}}',
    `{"type":${'['.repeat(20_000)}${']'.repeat(20_000)}}`,
    '{}',
    'null',
    '"ping"',
    '{"type"',
    '',
  ]) {
    expect(parse(text), text).toBeUndefined();
  }
});

it('refuses frames full of faults at the first one: machines send them before they prove who they are', () => {
  const frame = Buffer.from(JSON.stringify({ type: 'log', entries: Array.from({ length: 32_000 }, () => 0) }));
  const before = process.cpuUsage();
  for (let count = 0; count < 200; count += 1) expect(parseMessage(frame)).toBeUndefined();
  expect(process.cpuUsage(before).user / 1_000).toBeLessThan(300);
});

it('takes out of texts what the database refuses', () => {
  const line = (message: string) => ({
    type: 'log',
    entries: [{ id: '11111111-1111-4111-8111-111111111111', time: '2026-02-01T00:00:00Z', type: 'DEBUG', message }],
  });
  const cleaned = (message: string) => parse(JSON.stringify(line(message)));
  expect(cleaned('a\0b 😀')).toEqual(line('ab 😀'));
  expect(cleaned('a \ud800 c 😀')).toEqual(line('a \ufffd c 😀'));
  expect(cleaned('a \udfff')).toEqual(line('a \ufffd'));
});

it('accepts entries from the past, not from the future', () => {
  const times = ['2026-02-01T00:00:00Z', '2999-01-01T00:00:00Z', '0000-01-01T00:00:00Z', '2016-12-31T23:59:60Z'];
  expect(toLogLines(times.map(entry), NOW).map(({ time }) => time)).toEqual([
    '2026-02-01T00:00:00.000Z',
    '2026-03-01T12:00:00.000Z',
    '2026-03-01T12:00:00.000Z',
    '2026-03-01T12:00:00.000Z',
  ]);
});

it("drops entries beyond a machine's budget, which refills over time", () => {
  let now = NOW;
  const within = logBudget(() => now);
  const lines = toLogLines(
    Array.from({ length: 50 }, () => entry('2026-02-01T00:00:00Z')),
    NOW,
  );
  const taken = Array.from({ length: 10 }, () => within(lines).length);
  expect(taken).toEqual([50, 50, 50, 50, 50, 50, 0, 0, 0, 0]);
  now += 10_000;
  expect(within(lines)).toHaveLength(10);
  now += 3_600_000;
  expect(within(lines)).toHaveLength(50);
});
