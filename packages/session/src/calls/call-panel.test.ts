import { expect, test } from 'vitest';
import { callTime, clock } from './call-panel.tsx';

test.each([
  [0, '0:00'],
  [7, '0:07'],
  [245, '4:05'],
  [3607, '1:00:07'],
])('%d seconds are shown as %s', (seconds, shown) => {
  expect(clock(seconds)).toBe(shown);
});

test('a clock adjustment never shows a negative time', () => {
  expect(callTime('2026-11-21T10:00:05Z', Date.parse('2026-11-21T10:00:00Z'))).toBe('0:00');
});
