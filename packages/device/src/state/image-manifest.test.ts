import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import type { OsManifest } from '@berth/contract/device/os-manifest';
import { osSigningText } from '@berth/contract/rules/os-versions';
import { describe, expect, it } from 'vitest';
import { type ManifestContext, ManifestError, readManifest } from './image-manifest.ts';

const NOW = Date.parse('2026-11-24T12:00:00Z');
const YEAR_MS = 365 * 86_400_000;

function keyPair() {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const der = publicKey.export({ type: 'spki', format: 'der' });
  const id = createHash('sha256').update(der).digest('hex').slice(0, 16);
  return { privateKey, id, publicKey: der.toString('base64') };
}
type Pair = ReturnType<typeof keyPair>;

const [first, second, third, stranger] = [keyPair(), keyPair(), keyPair(), keyPair()];
const trusted = [first, second, third].map(({ id, publicKey }) => ({ id, publicKey }));

const MANIFEST: OsManifest = {
  format: 1,
  version: '20261124.100000',
  channel: 'stable',
  architecture: 'x64',
  lowest: '20261001.000000',
  issued: '2026-11-24T10:00:00Z',
  expires: '2027-02-24T10:00:00Z',
  rootHash: 'a'.repeat(64),
  files: (['root', 'verity', 'kernel'] as const).map((part) => ({
    part,
    name: `berth_${part}`,
    bytes: 1,
    sha256: 'b'.repeat(64),
  })),
};

const CONTEXT: ManifestContext = {
  keys: { threshold: 2, keys: trusted },
  channel: 'stable',
  architecture: 'x64',
  running: '20261120.100000',
  now: NOW,
  built: NOW - YEAR_MS,
  followed: null,
  failed: [],
};

const encode = (manifest: object) => Buffer.from(JSON.stringify(manifest)).toString('base64');
const signature = (payload: string, key: KeyObject) =>
  sign(null, Buffer.from(osSigningText(payload)), key).toString('base64');

function signed(change: Partial<OsManifest> = {}, pairs: readonly Pair[] = [first, second]): string {
  const payload = encode({ ...MANIFEST, ...change });
  const signatures = pairs.map(({ id, privateKey }) => ({ key: id, signature: signature(payload, privateKey) }));
  return JSON.stringify({ payload, signatures });
}

/** Why a manifest is refused; null if it is accepted. */
function faultOf(text: string, context: Partial<ManifestContext> = {}): string | null {
  try {
    readManifest(text, { ...CONTEXT, ...context });
    return null;
  } catch (error) {
    if (error instanceof ManifestError) return error.fault;
    throw error;
  }
}

it('returns a manifest that two of three keys have signed', () => {
  for (const pairs of [
    [first, second],
    [second, third],
    [third, first, second],
  ]) {
    expect(readManifest(signed({}, pairs), CONTEXT)).toEqual(MANIFEST);
  }
});

describe('signatures', () => {
  it.each([
    ['none', []],
    ['one key alone', [first]],
    ['one key twice', [first, first]],
    ['a stranger beside a trusted key', [first, stranger]],
  ])('%s is not enough', (_name, pairs) => {
    expect(faultOf(signed({}, pairs))).toBe('unsigned');
  });

  it('an unknown key with a trusted key’s name does not count', () => {
    expect(faultOf(signed({}, [first, { ...stranger, id: second.id }]))).toBe('unsigned');
  });

  it('one key listed under two names counts once', () => {
    const keys = { threshold: 2, keys: [...trusted.slice(0, 1), { id: second.id, publicKey: first.publicKey }] };
    expect(faultOf(signed({}, [first]), { keys })).toBe('unsigned');
  });

  it('changing a hash, the version, or the expiry invalidates them', () => {
    const { signatures } = JSON.parse(signed());
    const [root, ...others] = MANIFEST.files;
    const changes = [
      { files: [{ ...root, sha256: 'c'.repeat(64) }, ...others] },
      { version: '20261124.100001' },
      { expires: '2037-02-24T10:00:00Z' },
    ];
    for (const change of changes) {
      const text = JSON.stringify({ payload: encode({ ...MANIFEST, ...change }), signatures });
      expect(faultOf(text)).toBe('unsigned');
    }
  });

  it('a signature of the same text for another purpose does not count', () => {
    const payload = encode(MANIFEST);
    const plain = [first, second].map(({ id, privateKey }) => ({
      key: id,
      signature: sign(null, Buffer.from(payload), privateKey).toString('base64'),
    }));
    expect(faultOf(JSON.stringify({ payload, signatures: plain }))).toBe('unsigned');
  });
});

it.each([
  ['not JSON', 'x'],
  ['another shape', '{"payload":"","signatures":[]}'],
  ['an unknown format', signed({ format: 2 as 1 })],
  ['a name with a folder', signed({ files: MANIFEST.files.map((file) => ({ ...file, name: 'berth_/../x' })) })],
  ['a part twice', signed({ files: MANIFEST.files.map((file) => ({ ...file, part: 'root' as const })) })],
])('%s is invalid', (_name, text) => {
  expect(faultOf(text)).toBe('invalid');
});

it('refuses another channel and another architecture', () => {
  expect(faultOf(signed({ channel: 'beta' }))).toBe('other');
  expect(faultOf(signed({ architecture: 'arm64' }))).toBe('other');
});

describe('time', () => {
  it('refuses an expired manifest, even with the clock in the past', () => {
    const expires = '2026-11-20T00:00:00Z';
    expect(faultOf(signed({ expires }))).toBe('expired');
    // The clock is ten years behind, but the running version was built after the expiry.
    expect(faultOf(signed({ expires }), { now: NOW - 10 * YEAR_MS, built: NOW })).toBe('expired');
  });

  it('accepts a valid manifest with the clock in the past', () => {
    expect(faultOf(signed(), { now: 0 })).toBeNull();
  });

  it('refuses a manifest issued before the last accepted one, and accepts that one again', () => {
    const followed = { issued: '2026-11-24T10:00:00Z', lowest: MANIFEST.lowest };
    expect(faultOf(signed({ issued: '2026-11-24T09:59:59Z' }), { followed })).toBe('replayed');
    expect(faultOf(signed(), { followed })).toBeNull();
  });
});

describe('versions', () => {
  it('refuses a version below the lowest allowed by this or an earlier manifest', () => {
    expect(faultOf(signed({ lowest: '20261124.100001' }))).toBe('too-low');
    const followed = { issued: '2026-11-01T00:00:00Z', lowest: '20261201.000000' };
    expect(faultOf(signed(), { followed })).toBe('too-low');
  });

  it('allows an older version that is not below the lowest', () => {
    expect(faultOf(signed({ version: '20261002.000000' }))).toBeNull();
  });

  it('refuses a version that failed on this machine', () => {
    expect(faultOf(signed(), { failed: [MANIFEST.version] })).toBe('failed');
  });
});

describe('revoking the boot loader’s key while machines still need the new one', () => {
  // The intermediate version is signed with the old key and brings the new one; the next version needs the new key.
  const [OLD, STEP, NEXT] = ['20261120.100000', '20261124.100000', '20261201.100000'];
  const step = { version: STEP, lowest: OLD, issued: '2026-11-24T10:00:00Z' };
  const next = { version: NEXT, from: STEP, lowest: STEP, issued: '2026-12-01T10:00:00Z' };

  it('refuses the next version until the intermediate one runs, even on a machine that was off for long', () => {
    expect(faultOf(signed(next), { running: OLD })).toBe('too-early');
    expect(faultOf(signed(step), { running: OLD })).toBeNull();
    expect(faultOf(signed(next), { running: STEP, followed: { issued: step.issued, lowest: OLD } })).toBeNull();
  });

  it('refuses every version with the old boot loader once the next one was accepted', () => {
    const followed = { issued: next.issued, lowest: STEP };
    const again = { version: OLD, lowest: OLD, issued: '2026-12-02T10:00:00Z' };
    expect(faultOf(signed(again), { running: NEXT, followed })).toBe('too-low');
    expect(faultOf(signed(step), { running: NEXT, followed })).toBe('replayed');
  });
});
