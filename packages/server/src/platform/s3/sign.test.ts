import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { NO_BODY, type S3Request, signed } from './sign.ts';

const credentials = {
  accessKey: 'AKIAIOSFODNN7EXAMPLE',
  secretKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  region: 'us-east-1',
};
const bucket = 'https://examplebucket.s3.amazonaws.com';

function signatureOf(request: Partial<S3Request> & { readonly url: URL }): string | undefined {
  const whole = { method: 'GET', headers: {}, bodyHash: NO_BODY, now: new Date('2013-05-24T00:00:00Z'), ...request };
  return /Signature=(\w+)$/.exec(signed(whole, credentials).authorization ?? '')?.[1];
}

// The examples in Amazon's documentation ("Signature Calculations for the Authorization Header").
describe('a request to S3 is signed', () => {
  it('with a header', () => {
    const url = new URL(`${bucket}/test.txt`);
    expect(signatureOf({ url, headers: { range: 'bytes=0-9' } })).toBe(
      'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
    );
  });

  it('with a body and an escaped name', () => {
    const headers = { date: 'Fri, 24 May 2013 00:00:00 GMT', 'x-amz-storage-class': 'REDUCED_REDUNDANCY' };
    const bodyHash = createHash('sha256').update('Welcome to Amazon S3.').digest('hex');
    const url = new URL(`${bucket}/test%24file.text`);
    expect(signatureOf({ method: 'PUT', url, headers, bodyHash })).toBe(
      '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
    );
  });

  it('with a query', () => {
    expect(signatureOf({ url: new URL(`${bucket}/?lifecycle=`) })).toBe(
      'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
    );
    expect(signatureOf({ url: new URL(`${bucket}/?max-keys=2&prefix=J`) })).toBe(
      '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
    );
  });
});
