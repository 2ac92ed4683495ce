import { spawnSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bootKeyOf, makeBootKey } from './os-build.mjs';
import { root } from './paths.mjs';

const PROGRAM = join(root, 'deploy/os/secure-boot');
const LOADER = ['x64', 'aa64']
  .map((name) => `/usr/lib/systemd/boot/efi/systemd-boot${name}.efi`)
  .find((file) => existsSync(file));
/** 2026-09-21T14:13:20Z. */
const EPOCH = 1_790_000_000;

let folder: string;
let own: { key: string; cert: string };
let other: { key: string; cert: string };
const file = (name: string) => join(folder, name);

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'berth-boot-'));
  own = await makeBootKey(folder, 'own');
  other = await makeBootKey(folder, 'other');
}, 60_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function secureBoot(...args: readonly string[]) {
  const env = { ...process.env, SOURCE_DATE_EPOCH: `${EPOCH}` };
  const { status, stdout, stderr } = spawnSync(PROGRAM, args, { encoding: 'utf8', env });
  return { status, text: `${stdout}${stderr}` };
}

function sign(name: string, { key, cert } = own): string {
  const { status, text } = secureBoot('sign', key, cert, LOADER ?? '', file(name));
  expect(status, text).toBe(0);
  return file(name);
}

/** Whether firmware with this certificate alone would start a program. */
function accepts(cert: string, program: string): boolean {
  return spawnSync('sbverify', ['--cert', cert, program]).status === 0;
}

it('signs the boot loader so that its certificate alone accepts it', () => {
  const signed = sign('loader.efi');
  expect(accepts(own.cert, signed)).toBe(true);
  expect(accepts(other.cert, signed)).toBe(false);
  expect(accepts(own.cert, LOADER ?? '')).toBe(false);
});

it('one flipped byte ends the signature', () => {
  const signed = sign('flipped.efi');
  const bytes = readFileSync(signed);
  bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
  writeFileSync(signed, bytes);
  expect(accepts(own.cert, signed)).toBe(false);
});

it('the same bytes are signed the same way, whenever that is', () => {
  expect(readFileSync(sign('first.efi')).equals(readFileSync(sign('second.efi')))).toBe(true);
  for (const name of ['first', 'second']) secureBoot('variables', own.key, own.cert, file(name));
  for (const name of ['PK', 'KEK', 'db'])
    expect(readFileSync(file(`first/${name}.auth`)).equals(readFileSync(file(`second/${name}.auth`)))).toBe(true);
});

it('has firmware trust the certificate, with the time of the build', () => {
  expect(secureBoot('variables', own.key, own.cert, file('keys'))).toEqual({ status: 0, text: '' });
  const certificate = new X509Certificate(readFileSync(own.cert)).raw;
  for (const name of ['PK', 'KEK', 'db']) {
    const bytes = readFileSync(file(`keys/${name}.auth`));
    // The variable's new value is at the end: a list of one certificate (EFI_SIGNATURE_LIST).
    expect(bytes.subarray(-certificate.length).equals(certificate)).toBe(true);
    // EFI_TIME: 2026-09-21 14:13:20.
    expect([bytes.readUInt16LE(0), ...bytes.subarray(2, 7)]).toEqual([2026, 9, 21, 14, 13, 20]);
  }
});

it('a second signature leaves the first one valid, so that firmware with either certificate starts it', () => {
  const both = file('both.efi');
  expect(secureBoot('sign', other.key, other.cert, sign('once.efi'), both)).toEqual({ status: 0, text: '' });
  expect([accepts(own.cert, both), accepts(other.cert, both)]).toEqual([true, true]);
});

it('replaces the certificate that firmware trusts, signed by its key', () => {
  expect(secureBoot('replace', own.key, own.cert, other.cert, file('replaced'))).toEqual({ status: 0, text: '' });
  const written = (name: string) => readFileSync(file(`replaced/${name}`));
  const raw = ({ cert }: typeof own) => new X509Certificate(readFileSync(cert)).raw;
  // What firmware has in each variable, before and after.
  expect(written('former').subarray(-raw(own).length).equals(raw(own))).toBe(true);
  expect(written('next').subarray(-raw(other).length).equals(raw(other))).toBe(true);
  for (const name of ['PK', 'KEK', 'db']) {
    const bytes = written(`${name}.auth`);
    expect(bytes.subarray(-written('next').length).equals(written('next'))).toBe(true);
    // The signer's certificate is in the signature.
    expect([bytes.includes(raw(own)), bytes.indexOf(raw(other)) > bytes.length - written('next').length]).toEqual([
      true,
      true,
    ]);
  }
  secureBoot('variables', own.key, own.cert, file('enrolled'));
  expect(readFileSync(file('enrolled/db.auth')).subarray(-written('former').length).equals(written('former'))).toBe(
    true,
  );
  expect(secureBoot('replace', own.key, own.cert, file('no-certificate'), file('never')).text).toContain(
    'certificate is none',
  );
});

it('the secret key is in nothing that is written', () => {
  const { text } = secureBoot('variables', own.key, own.cert, file('public'));
  // Not one of the first lines, which are the public part.
  const secret = readFileSync(own.key, 'utf8').split('\n')[12] ?? '';
  expect(secret).toHaveLength(64);
  const written = ['PK', 'KEK', 'db'].map((name) => readFileSync(file(`public/${name}.auth`)));
  for (const bytes of [Buffer.from(text), readFileSync(sign('public.efi')), ...written]) {
    expect(bytes.includes(secret)).toBe(false);
    expect(bytes.includes(Buffer.from(secret, 'base64'))).toBe(false);
  }
});

it('explains what is wrong with a key', () => {
  writeFileSync(file('no-key'), 'text');
  const result = (key: string, cert: string) => secureBoot('sign', key, cert, LOADER ?? '', file('never.efi'));
  expect(result(own.key, other.cert)).toMatchObject({
    status: 1,
    text: expect.stringContaining('not that of the key'),
  });
  expect(result(file('no-key'), own.cert)).toMatchObject({
    status: 1,
    text: expect.stringContaining('not a secret key'),
  });
  expect(result(own.key, own.key)).toMatchObject({ status: 1, text: expect.stringContaining('certificate is none') });
  expect(secureBoot('sign', own.key, own.cert, file('no-key'), file('never.efi')).status).toBe(1);
  expect(existsSync(file('never.efi'))).toBe(false);
});

it('a build takes a key with its certificate, or neither', () => {
  expect(bootKeyOf(undefined, undefined)).toBeUndefined();
  expect(bootKeyOf(own.key, own.cert)).toEqual(own);
  expect(() => bootKeyOf(own.key, undefined)).toThrow('belong together');
  expect(() => bootKeyOf(own.key, file('nowhere'))).toThrow('nowhere is not a file');
});
