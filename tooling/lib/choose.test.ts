import { describe, expect, it } from 'vitest';
import { choose } from './choose.mjs';

const stages = ['biome', 'knip', 'imports', 'types', 'unit'].map((name) => ({ name }));
const chosen = (...args: string[]) => choose(stages, args).map(({ name }) => name);

describe('choosing stages', () => {
  it('runs all stages by default', () => expect(chosen()).toHaveLength(5));

  it('runs the named stages, in their own order', () => {
    expect(chosen('--only', 'unit,types')).toEqual(['types', 'unit']);
    expect(chosen('--only=lint')).toEqual(['biome', 'knip', 'imports']);
  });

  it.each([['units'], ['']])('refuses "%s" and lists the stages', (name) => {
    expect(() => chosen('--only', name)).toThrow(/unknown stage .* Stages: lint, biome/);
  });

  it('refuses any other argument instead of running everything', () => {
    expect(() => chosen('types')).toThrow(/unknown argument "types"/);
  });
});
