import { X509Certificate } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { startRdpServer, type TestCertificate, testCertificate } from '../../testing/rdp-server.ts';
import { checkRdpCertificate } from './rdp-certificate.ts';

const NOTHING = { fingerprint: '', authority: '' };
const fingerprintOf = ({ certificate }: TestCertificate) => new X509Certificate(certificate).fingerprint256;
const plain = (shown: TestCertificate) => fingerprintOf(shown).replaceAll(':', '').toLowerCase();

let own: TestCertificate;
let authority: TestCertificate;

beforeEach(async () => {
  own = await testCertificate({ subject: '/O=Lobby/CN=desk' });
  authority = await testCertificate({ subject: '/CN=Example authority' });
});

/** Checks a server with this certificate. */
async function check(shown: TestCertificate | null, trust: Partial<typeof NOTHING>, name = '127.0.0.1') {
  const { port } = await startRdpServer(shown);
  return checkRdpCertificate(`${name}:${port}`, { ...NOTHING, ...trust });
}

test('refuses a self-signed certificate and reports its subject', async () => {
  const found = await check(own, {});
  expect(found).toMatchObject({
    kind: 'refused',
    certificate: { fault: 'issuer', subject: 'O=Lobby, CN=desk', issuer: 'O=Lobby, CN=desk', fingerprint: plain(own) },
  });
  if (found.kind !== 'refused') return;
  const { validFrom, validTo, host } = found.certificate;
  expect(Date.parse(validTo) - Date.parse(validFrom)).toBe(30 * 86_400_000);
  expect(host).toMatch(/^127\.0\.0\.1:\d+$/);
});

describe('the profile’s fingerprint', () => {
  test.each(['with colons', 'without, in small letters'])('makes its certificate trusted: %s', async (as) => {
    const fingerprint = as === 'with colons' ? fingerprintOf(own) : plain(own);
    expect(await check(own, { fingerprint })).toEqual({ kind: 'trusted', fingerprint: plain(own) });
  });

  test('rejects every other certificate', async () => {
    const found = await check(own, { fingerprint: fingerprintOf(authority) });
    expect(found).toMatchObject({ kind: 'refused', certificate: { fault: 'changed', fingerprint: plain(own) } });
  });
});

describe('the profile’s certificate authority', () => {
  const signed = (names: string, days = 30) => testCertificate({ subject: '/CN=desk', names, days, authority });

  test('trusts certificates that it signed for this name', async () => {
    const shown = await signed('DNS:localhost');
    const trust = { authority: authority.certificate };
    expect(await check(shown, trust, 'localhost')).toEqual({ kind: 'trusted', fingerprint: plain(shown) });
    expect(await check(shown, trust)).toMatchObject({ kind: 'refused', certificate: { fault: 'name' } });
    expect(await check(own, trust)).toMatchObject({ kind: 'refused', certificate: { fault: 'issuer' } });
  });

  test('trusts certificates that it signed for the IP address', async () => {
    const shown = await signed('IP:127.0.0.1');
    expect(await check(shown, { authority: authority.certificate })).toMatchObject({ kind: 'trusted' });
  });

  test.each([
    ['alone', ''],
    ['beside one that can', 'readable'],
  ])('is reported if unreadable, and no other one is used instead: %s', async (_how, beside) => {
    const broken = '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n';
    const text = (beside && authority.certificate) + broken;
    const shown = await signed('IP:127.0.0.1');
    expect(await check(own, { authority: text })).toMatchObject({ certificate: { fault: 'authority' } });
    const pinned = { authority: text, fingerprint: plain(shown) };
    expect(await check(shown, pinned)).toMatchObject({ kind: 'trusted' });
  });

  test('does not trust expired certificates; a fingerprint does', async () => {
    const shown = await signed('IP:127.0.0.1', -1);
    const trust = { authority: authority.certificate };
    expect(await check(shown, trust)).toMatchObject({ kind: 'refused', certificate: { fault: 'time' } });
    expect(await check(shown, { ...trust, fingerprint: plain(shown) })).toMatchObject({ kind: 'trusted' });
  });
});

test('a host without TLS or an unreachable host has no certificate', async () => {
  expect(await check(null, {})).toEqual({ kind: 'none' });
  expect(await checkRdpCertificate('127.0.0.1:1', NOTHING)).toEqual({ kind: 'none' });
});
