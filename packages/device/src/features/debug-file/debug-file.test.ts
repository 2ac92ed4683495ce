import { expect, test } from 'vitest';
import { emptyState } from '../../state/machine-state.ts';
import { debugText } from './debug-file.ts';

test('the debug file has no secret by which guests find the machine', () => {
  const mirrorHost = { bootId: 'boot', token: 'f0'.repeat(16), server: 1, known: ['ticket-of-ann'] };
  const text = debugText({ ...emptyState, language: 'de-CH', mirrorHost }, {}, ['a line']);
  expect(text).toContain('de-CH');
  expect(text).toContain('a line');
  expect(text).not.toMatch(/f0f0|ticket-of-ann/);
});
