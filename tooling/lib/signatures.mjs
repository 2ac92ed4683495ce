/** What npm says where a registry signs nothing, as most mirrors do, or where the keys cannot be fetched. */
const UNCHECKED =
  /no dependencies to audit|no installed dependencies|supported registry|\b(?:E40[134]|ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT)\b/;

/**
 * What came of `npm audit signatures`. A signature that does not fit, or that is missing where the registry signs, is told
 * apart from a registry that cannot be asked.
 * @param {number} code
 * @param {string} output
 * @returns {'verified' | 'unchecked' | 'broken'}
 */
export function signaturesOutcome(code, output) {
  if (/(?:invalid|missing) (?:registry signature|attestation)/i.test(output)) return 'broken';
  if (code === 0 && /verified registry signature/i.test(output)) return 'verified';
  return UNCHECKED.test(output) ? 'unchecked' : 'broken';
}
