import { expect, test } from 'vitest';
import { signaturesOutcome } from './signatures.mjs';

test.each([
  ['verified', 0, 'audited 12 packages in 1s\n\n12 packages have verified registry signatures'],
  ['broken', 1, '1 package has an invalid registry signature:\n\nkysely@0.29.9'],
  ['broken', 1, '2 packages have missing registry signatures but the registry is providing signing keys:'],
  ['broken', 1, '12 packages have verified registry signatures\n\n1 package has an invalid attestation:'],
  ['unchecked', 1, 'npm error found no dependencies to audit that were installed from a supported registry'],
  ['unchecked', 1, 'npm error code ENOTFOUND\nnpm error request to the keys failed'],
  ['broken', 1, 'npm error Something that nobody foresaw'],
])('signatures are %s where npm ends with %i and says so', (outcome, code, output) => {
  expect(signaturesOutcome(code, output)).toBe(outcome);
});
