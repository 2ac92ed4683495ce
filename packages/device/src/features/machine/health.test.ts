import { expect, it } from 'vitest';
import { Health, isWell } from './health.ts';

const SECOND_MS = 1_000;

/** Checks once a second, with the values of `well`. Returns the seconds until the version was proved, or null. */
function provedAfter(well: readonly boolean[]): number | null {
  let current = false;
  let proved: number | null = null;
  let now = 0;
  const health = new Health({
    isWell: () => current,
    onProved: () => {
      proved ??= now / SECOND_MS;
    },
  });
  for (const each of well) {
    current = each;
    health.check(now);
    now += SECOND_MS;
  }
  return proved;
}

const many = (count: number, value: boolean) => Array.from({ length: count }, () => value);

it('proves a version after two healthy minutes without interruption', () => {
  expect(provedAfter(many(200, true))).toBe(120);
});

it('starts over after each interruption', () => {
  expect(provedAfter([...many(119, true), false, ...many(119, true)])).toBeNull();
  expect(provedAfter([...many(119, true), false, ...many(121, true)])).toBe(240);
});

it.each([
  ['the cloud answers', { pageLoaded: true, cloudReached: true, hasAddress: true }, true],
  ['the cloud is away, the network is there', { pageLoaded: true, cloudReached: false, hasAddress: true }, true],
  ['there is no network', { pageLoaded: true, cloudReached: false, hasAddress: false }, false],
  ['the screen stays empty', { pageLoaded: false, cloudReached: true, hasAddress: true }, false],
  ['a machine without a screen', { pageLoaded: null, cloudReached: true, hasAddress: true }, true],
])('judges a machine: %s', (_name, signs, expected) => {
  expect(isWell(signs)).toBe(expected);
});
