import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import { type OsKeys, OsManifest, SignedOsManifest } from '@berth/contract/device/os-manifest';
import { compareOsVersions, osSigningText } from '@berth/contract/rules/os-versions';
import { checker } from './schema.ts';

/**
 * Why a manifest is refused. invalid: not a manifest; unsigned: too few valid signatures of trusted keys; other: for
 * another channel or architecture; expired; replayed: issued before the last accepted manifest; too-low: below the
 * lowest version that the running version or an accepted manifest allows; too-early: another version has to run first;
 * failed: the version failed on this machine.
 */
export type ManifestFault =
  | 'invalid'
  | 'unsigned'
  | 'other'
  | 'expired'
  | 'replayed'
  | 'too-low'
  | 'too-early'
  | 'failed';

/** A refused manifest. */
export class ManifestError extends Error {
  override readonly name = 'ManifestError';
  readonly fault: ManifestFault;

  constructor(fault: ManifestFault, message: string) {
    super(message);
    this.fault = fault;
  }
}

/** The machine's state that a manifest is checked against. */
export interface ManifestContext {
  readonly keys: OsKeys;
  readonly channel: string;
  readonly architecture: string;
  /** The machine's clock, in milliseconds since 1970. */
  readonly now: number;
  /** The running version. */
  readonly running: string;
  /** Build time of the running version, in milliseconds since 1970: an earlier clock is wrong. */
  readonly built: number;
  /** The newest accepted manifest: its issue time and lowest version. */
  readonly followed: { readonly issued: string; readonly lowest: string } | null;
  /** Versions that failed on this machine. */
  readonly failed: readonly string[];
}

const checkSigned = checker(SignedOsManifest);
const checkManifest = checker(OsManifest);

/**
 * Reads a signed manifest. Throws ManifestError unless enough trusted keys have signed it and it may be installed here.
 * Parses nothing before the signatures are verified.
 */
export function readManifest(text: string, context: ManifestContext): OsManifest {
  const signed = parse<SignedOsManifest>(text, checkSigned);
  const valid = signersOf(signed, context.keys);
  if (valid.size < context.keys.threshold) {
    throw new ManifestError('unsigned', `The version has ${valid.size} of ${context.keys.threshold} signatures.`);
  }
  const manifest = parse<OsManifest>(Buffer.from(signed.payload, 'base64').toString(), checkManifest);
  if (new Set(manifest.files.map(({ part }) => part)).size < manifest.files.length) {
    throw new ManifestError('invalid', 'The manifest names a part twice.');
  }
  refuse(manifest, context);
  return manifest;
}

function refuse(manifest: OsManifest, context: ManifestContext): void {
  const { version, channel, architecture, issued, expires, lowest } = manifest;
  if (channel !== context.channel || architecture !== context.architecture) {
    throw new ManifestError('other', `Version ${version} is for ${channel}, ${architecture}.`);
  }
  // A clock that lost its battery is in the past: a manifest would never expire.
  const now = Math.max(context.now, context.built);
  if (Date.parse(expires) <= now) {
    const clock = new Date(now).toISOString();
    throw new ManifestError('expired', `Version ${version} expired at ${expires}; this machine's clock: ${clock}.`);
  }
  const { followed, failed } = context;
  if (followed && Date.parse(issued) < Date.parse(followed.issued)) {
    throw new ManifestError('replayed', `The manifest of ${version} is older than one that was followed before.`);
  }
  const floor = followed && compareOsVersions(followed.lowest, lowest) > 0 ? followed.lowest : lowest;
  if (compareOsVersions(version, floor) < 0) {
    throw new ManifestError('too-low', `Version ${version} is below ${floor}, the lowest allowed.`);
  }
  const { from } = manifest;
  if (from !== undefined && compareOsVersions(context.running, from) < 0) {
    throw new ManifestError('too-early', `Version ${version} can be installed from version ${from} on.`);
  }
  if (failed.includes(version)) {
    throw new ManifestError('failed', `Version ${version} failed on this machine and is not tried again.`);
  }
}

/** The trusted keys with a valid signature. A key counts once, however often it signed. */
function signersOf({ payload, signatures }: SignedOsManifest, { keys }: OsKeys): Set<string> {
  const signedText = Buffer.from(osSigningText(payload));
  const valid = new Set<string>();
  for (const { publicKey: encoded } of keys) {
    const publicKey = keyOf(encoded);
    // Compare the keys: the manifest chooses their names.
    const isSigner =
      publicKey &&
      signatures.some(({ signature }) => verify(null, signedText, publicKey, Buffer.from(signature, 'base64')));
    if (isSigner) valid.add(encoded);
  }
  return valid;
}

function keyOf(encoded: string): KeyObject | null {
  try {
    const key = createPublicKey({ key: Buffer.from(encoded, 'base64'), type: 'spki', format: 'der' });
    return key.asymmetricKeyType === 'ed25519' ? key : null;
  } catch {
    return null;
  }
}

function parse<Value>(text: string, check: (value: unknown) => readonly { instancePath: string; message?: string }[]) {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new ManifestError('invalid', 'The manifest is not JSON.');
  }
  const fault = check(value)[0];
  if (fault) throw new ManifestError('invalid', `The manifest is invalid: ${fault.instancePath} ${fault.message}`);
  return value as Value;
}
