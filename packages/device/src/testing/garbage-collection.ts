import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect } from 'vitest';
import { eventually } from './wait.ts';

/** Waits until none of these is kept by anything any more. */
export async function expectCollected(things: readonly WeakRef<object>[]): Promise<void> {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  if (typeof collect !== 'function') throw new Error('garbage cannot be collected');
  await eventually(() => {
    collect();
    expect(things.filter((each) => each.deref() !== undefined)).toHaveLength(0);
  });
}
