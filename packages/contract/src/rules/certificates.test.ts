import { expect, it } from 'vitest';
import { pemCertificates } from './certificates.ts';

it('finds each certificate of a file, and no keys', () => {
  const certificate = (content: string) => `-----BEGIN CERTIFICATE-----\n${content}\n-----END CERTIFICATE-----`;
  const key = '-----BEGIN PRIVATE KEY-----\nMIIB\n-----END PRIVATE KEY-----';
  const file = `Bag Attributes\n${certificate('MIIA')}\n${key}\n${certificate('MIIC')}\n`;
  expect(pemCertificates(file)).toEqual([certificate('MIIA'), certificate('MIIC')]);
  expect(pemCertificates(key)).toEqual([]);
});
