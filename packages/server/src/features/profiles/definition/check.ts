import type { Fault } from '@berth/contract/errors';
import { checkValue } from '@berth/contract/profile/check';
import { ProfileDefinition } from '@berth/contract/profile/definition';
import { unresolvedMasks } from '@berth/contract/profile/secrets';
import { Problem } from '../../../http/problem.ts';
import { compileSchema } from '../../../platform/schema.ts';

const validate = compileSchema(ProfileDefinition);

/**
 * The definition with its defaults filled in. Throws 'invalid-profile' with every fault by its path (spec chapter 5).
 * Secrets are in clear here: their rules are about what a person typed.
 */
export function checkDefinition(candidate: unknown): ProfileDefinition {
  const { value, faults } = checkValue(ProfileDefinition, candidate, validate);
  const all = [...faults, ...lostSecrets(candidate)];
  if (all.length > 0) throw new Problem('invalid-profile', 'The profile is not valid.', all);
  return value as ProfileDefinition;
}

function lostSecrets(candidate: unknown): Fault[] {
  return unresolvedMasks(ProfileDefinition, candidate).map((path) => ({
    path,
    rule: 'lost-secret',
    message: 'must be entered again: the mask stands for no value here',
  }));
}
