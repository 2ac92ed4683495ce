import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { OsKeys, OsManifest, SignedOsManifest } from '@berth/contract/device/os-manifest';
import { osSigningText } from '@berth/contract/rules/os-versions';
import type { Command, Options } from '../command.ts';
import { CliError, usage } from '../errors.ts';
import { bootKeyCommand } from './boot-key.ts';

/** Of the keys that an image trusts, so many must have signed unless it is said. */
const THRESHOLD = 2;

/** Commands for the people who release Berth OS. None of them speaks with a server: the keys are kept offline. */
export const osCommands: readonly Command[] = [
  {
    name: 'os key',
    args: ['file'],
    summary: 'Make a key that signs versions of Berth OS: FILE is secret, its public part is added to --keys',
    options: {
      keys: { value: 'FILE', summary: 'the public keys that images trust; os-keys.json' },
      threshold: { value: 'N', summary: `how many of them must have signed; ${THRESHOLD}` },
    },
    async run({ output }, [file = ''], options) {
      if (existsSync(file)) throw new CliError(`${file} exists: a key is never replaced.`);
      const list = text(options, 'keys') ?? 'os-keys.json';
      const known = existsSync(list) ? readJson<OsKeys>(list) : { threshold: THRESHOLD, keys: [] };
      const threshold = thresholdOf(options, known.threshold);
      const { privateKey, publicKey } = generateKeyPairSync('ed25519');
      const entry = { id: idOf(publicKey), publicKey: derOf(publicKey).toString('base64') };
      writeFileSync(file, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600, flag: 'wx' });
      writeJson(list, { threshold, keys: [...known.keys, entry] });
      output.show({ key: entry.id, file, keys: list }, [
        `Key ${entry.id}: ${file} is secret and stays offline. ${list} goes into the image.`,
      ]);
      return undefined;
    },
  },
  {
    name: 'os sign',
    args: ['manifest'],
    summary: 'Sign the manifest of a version with one key; repeat it with the others',
    options: { key: { value: 'FILE', summary: 'the secret key' } },
    async run({ output }, [file = ''], options) {
      const key = text(options, 'key');
      if (key === undefined) throw usage('berth os sign needs --key FILE.');
      const privateKey = readKey(key);
      const signed = readJson<SignedOsManifest>(file);
      const id = idOf(createPublicKey(privateKey));
      const signature = sign(null, Buffer.from(osSigningText(signed.payload)), privateKey).toString('base64');
      const others = signed.signatures.filter((each) => each.key !== id);
      writeJson(file, { payload: signed.payload, signatures: [...others, { key: id, signature }] });
      const { version, channel } = JSON.parse(Buffer.from(signed.payload, 'base64').toString()) as OsManifest;
      const count = others.length + 1;
      output.show({ version, channel, key: id, signatures: count }, [
        `Version ${version} (${channel}) is signed by ${id}; signatures: ${count}.`,
      ]);
      return undefined;
    },
  },
  bootKeyCommand,
];

function derOf(key: KeyObject): Buffer {
  return key.export({ type: 'spki', format: 'der' });
}

/** A key's ID is the beginning of its public part's hash. */
function idOf(publicKey: KeyObject): string {
  return createHash('sha256').update(derOf(publicKey)).digest('hex').slice(0, 16);
}

function thresholdOf(options: Options, known: number): number {
  const given = text(options, 'threshold');
  const threshold = given === undefined ? known : Number(given);
  if (Number.isInteger(threshold) && threshold >= 1 && threshold <= 16) return threshold;
  throw usage(`"${given}" is not a number of keys.`);
}

function readKey(file: string): KeyObject {
  try {
    return createPrivateKey(readFileSync(file));
  } catch {
    throw new CliError(`${file} is not a secret key of berth os key.`);
  }
}

function readJson<Value>(file: string): Value {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Value;
  } catch {
    throw new CliError(`${file} cannot be read.`);
  }
}

function writeJson(file: string, value: OsKeys | SignedOsManifest): void {
  writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);
}

function text(options: Options, name: string): string | undefined {
  const value = options[name];
  return typeof value === 'string' ? value : undefined;
}
