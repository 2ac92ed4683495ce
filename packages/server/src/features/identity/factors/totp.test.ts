import { describe, expect, it } from 'vitest';
import { base32, matchingStep, stepAt, totpCode, totpUri } from './totp.ts';

// RFC 6238, appendix B: the SHA-1 column, its last six digits.
const secret = Buffer.from('12345678901234567890');
const vectors = [
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
] as const;

describe('codes of an authenticator app', () => {
  it.each(vectors)('are those of RFC 6238: at %i seconds %s', (seconds, code) => {
    expect(totpCode(secret, stepAt(seconds * 1_000))).toBe(code);
    expect(matchingStep(secret, code, seconds * 1_000, 0)).toBe(stepAt(seconds * 1_000));
  });

  it('are accepted one step early or late, and no more', () => {
    const at = 2_000_000_000_000;
    const code = totpCode(secret, stepAt(at));
    expect(matchingStep(secret, code, at - 30_000, 0)).toBe(stepAt(at));
    expect(matchingStep(secret, code, at + 30_000, 0)).toBe(stepAt(at));
    expect(matchingStep(secret, code, at - 60_000, 0)).toBeUndefined();
    expect(matchingStep(secret, code, at + 60_000, 0)).toBeUndefined();
  });

  it('are accepted once', () => {
    const at = 2_000_000_000_000;
    expect(matchingStep(secret, totpCode(secret, stepAt(at)), at, stepAt(at))).toBeUndefined();
  });

  it('have a secret that can be scanned or typed', () => {
    // RFC 4648, 10, without padding.
    expect(['f', 'fo', 'foo', 'foob', 'fooba', 'foobar'].map((text) => base32(Buffer.from(text)))).toEqual([
      'MY',
      'MZXQ',
      'MZXW6',
      'MZXW6YQ',
      'MZXW6YTB',
      'MZXW6YTBOI',
    ]);
    const uri = new URL(totpUri(secret, 'ada+x@example.org'));
    expect(uri.searchParams.get('secret')).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ');
    expect(decodeURIComponent(uri.pathname)).toContain('Berth:ada+x@example.org');
  });
});
