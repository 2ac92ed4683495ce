import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isRefusedByFirmware } from './kernel-signature.ts';

const PROGRAM = ['x64', 'aa64']
  .map((name) => `/usr/lib/systemd/boot/efi/systemd-boot${name}.efi`)
  .find((file) => existsSync(file));

let folder: string;
const at = (name: string) => join(folder, name);
const run = (program: string, ...args: readonly string[]) => execFileSync(program, args, { stdio: 'pipe' });

/** Three keys; programs that nobody, the first, the second, or first and second have signed; what firmware has of them. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'berth-kernel-'));
  for (const name of ['first', 'second', 'third']) {
    const key = ['-newkey', 'rsa:2048', '-nodes', '-keyout', at(`${name}.key`), '-out', at(`${name}.pem`)];
    run('openssl', 'req', '-x509', '-subj', `/CN=${name}`, ...key);
    run('cert-to-efi-sig-list', '-g', crypto.randomUUID(), at(`${name}.pem`), at(`${name}.list`));
  }
  const sign = (name: string, from: string, to: string) =>
    run('sbsign', '--key', at(`${name}.key`), '--cert', at(`${name}.pem`), '--output', at(to), at(from));
  await copyFile(PROGRAM ?? '', at('unsigned'));
  sign('first', 'unsigned', 'by-first');
  sign('second', 'unsigned', 'by-second');
  sign('second', 'by-first', 'by-both');
  await writeFile(at('text'), 'text');
});

afterAll(() => rm(folder, { recursive: true, force: true }));

/** The variables of a computer whose firmware has the certificates of these keys. */
async function firmware(keys: readonly string[], secureBoot = 1): Promise<string> {
  const variables = at(`variables-${crypto.randomUUID()}`);
  await mkdir(variables);
  const write = (name: string, value: Buffer) =>
    writeFile(join(variables, name), Buffer.concat([Buffer.from([0x27, 0, 0, 0]), value]));
  const lists = await Promise.all(keys.map((key) => readFile(at(`${key}.list`))));
  await write('db-d719b2cb-3d3a-4596-a3bc-dad00e67656f', Buffer.concat(lists));
  await write('SecureBoot-8be4df61-93ca-11d2-aa0d-00e098032b8c', Buffer.from([secureBoot]));
  return variables;
}

it.each([
  ['by-first', ['first'], false],
  ['by-both', ['first'], false],
  ['by-second', ['third', 'second', 'first'], false],
  ['by-second', ['first'], true],
  ['by-second', ['third', 'first'], true],
  ['unsigned', ['first'], true],
  ['text', ['first'], true],
])('a kernel signed as %s under firmware that knows %s: refused is %s', async (kernel, keys, isRefused) => {
  expect(await isRefusedByFirmware(at(kernel), at('by-first'), await firmware(keys))).toBe(isRefused);
});

it('after the keys were replaced, refuses what the former one alone has signed', async () => {
  const variables = await firmware(['second']);
  expect(await isRefusedByFirmware(at('by-second'), at('by-both'), variables)).toBe(false);
  expect(await isRefusedByFirmware(at('by-first'), at('by-both'), variables)).toBe(true);
});

it('refuses nothing where Secure Boot is off, or firmware says nothing of it', async () => {
  expect(await isRefusedByFirmware(at('unsigned'), at('by-first'), await firmware(['first'], 0))).toBe(false);
  expect(await isRefusedByFirmware(at('unsigned'), at('by-first'), at('nowhere'))).toBe(false);
});

it('leaves it to firmware whose certificates are none of the running kernel’s', async () => {
  expect(await isRefusedByFirmware(at('by-second'), at('by-first'), await firmware(['third']))).toBe(false);
  expect(await isRefusedByFirmware(at('by-second'), null, await firmware(['first']))).toBe(false);
});

it('reads damaged files and lists without an error', async () => {
  const variables = await firmware(['first']);
  await copyFile(at('by-second'), at('cut'));
  await truncate(at('cut'), 200);
  expect(await isRefusedByFirmware(at('cut'), at('by-first'), variables)).toBe(true);
  const list = await readFile(at('first.list'));
  for (const bytes of [0, 10, 30, list.length - 1]) {
    const database = Buffer.concat([Buffer.alloc(4), list.subarray(0, bytes)]);
    await writeFile(join(variables, 'db-d719b2cb-3d3a-4596-a3bc-dad00e67656f'), database);
    expect(await isRefusedByFirmware(at('by-second'), at('by-first'), variables)).toBe(false);
  }
});
