import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { shellCommandOf } from './button-actions.ts';

test('each argument of a shell button stays one word', () => {
  const command = shellCommandOf({ type: 'system', system: { action: 'shell', arguments: ['echo', "it's; id"] } });
  expect(execFileSync('/bin/sh', ['-c', command ?? ''], { encoding: 'utf8' })).toBe("it's; id\n");
  expect(shellCommandOf({ type: 'system', system: { action: 'power-off', arguments: ['id'] } })).toBeUndefined();
});
