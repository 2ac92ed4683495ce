/** npm's messages when a registry signs nothing, as most mirrors do, or when the keys cannot be fetched. */
const UNCHECKED =
  /no dependencies to audit|no installed dependencies|supported registry|\b(?:E40[134]|ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT)\b/;

/**
 * Result of `npm audit signatures`. Distinguishes an invalid signature, or one missing although the registry signs,
 * from a registry that cannot be checked.
 * @param {number} code
 * @param {string} output
 * @returns {'verified' | 'unchecked' | 'broken'}
 */
export function signaturesOutcome(code, output) {
  if (/(?:invalid|missing) (?:registry signature|attestation)/i.test(output)) return 'broken';
  if (code === 0 && /verified registry signature/i.test(output)) return 'verified';
  return UNCHECKED.test(output) ? 'unchecked' : 'broken';
}
