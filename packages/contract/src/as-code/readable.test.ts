import { expect, it } from 'vitest';
import { equals, needs, rule } from '../profile/conditions.ts';
import { applyDefaults, defaultDefinition } from '../profile/defaults.ts';
import { ProfileDefinition } from '../profile/definition.ts';
import { flag, section, whole } from '../profile/schema.ts';
import { FULL_DEFINITION } from '../testing/full-definition.ts';
import { withoutDefaults } from './readable.ts';

it('leaves nothing of an untouched profile', () => {
  expect(withoutDefaults(ProfileDefinition, defaultDefinition())).toEqual({});
});

it('keeps all that differs from the defaults', () => {
  const full = applyDefaults(ProfileDefinition, FULL_DEFINITION);
  const short = withoutDefaults(ProfileDefinition, full);
  expect(applyDefaults(ProfileDefinition, short)).toEqual(full);
  expect(JSON.stringify(short).length).toBeLessThan(JSON.stringify(full).length);
});

it('keeps a default that a condition requires to be written', () => {
  const schema = section(
    { on: flag(false), seconds: whole({ minimum: 1, maximum: 9, default: 5 }) },
    { allOf: [rule(equals('on', true), needs('seconds'))] },
  );
  expect(withoutDefaults(schema, { on: true, seconds: 5 })).toEqual({ on: true, seconds: 5 });
  expect(withoutDefaults(schema, { on: false, seconds: 5 })).toEqual({});
});
