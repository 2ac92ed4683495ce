import { createPublicKey, verify } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { osSigningText } from '@berth/contract/rules/os-versions';
import { expect, it, onTestFinished } from 'vitest';
import { runCli } from '../cli.ts';

function inFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'berth-os-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = (name: string) => join(folder, name);
  const berth = async (...argv: readonly string[]) => {
    const lines: string[] = [];
    const add = (text: string) => void lines.push(text);
    const exit = await runCli(argv, { env: {}, out: add, err: add, isTerminal: false });
    return { exit, text: lines.join('\n') };
  };
  const json = (name: string) => JSON.parse(readFileSync(file(name), 'utf8'));
  return { file, berth, json };
}

it('makes keys of which two must sign, secret ones for their owner only', async () => {
  const { file, berth, json } = inFolder();
  for (const name of ['a.pem', 'b.pem', 'c.pem']) {
    expect((await berth('os', 'key', file(name), '--keys', file('keys.json'))).exit).toBe(0);
    expect(statSync(file(name)).mode & 0o777).toBe(0o600);
  }
  expect(json('keys.json')).toMatchObject({ threshold: 2, keys: [{}, {}, {}] });
  expect(await berth('os', 'key', file('a.pem'), '--keys', file('keys.json'))).toMatchObject({ exit: 1 });
});

it('adds one signature per key, each valid for the manifest’s text', async () => {
  const { file, berth, json } = inFolder();
  const manifest = { version: '3', channel: 'stable' };
  const payload = Buffer.from(JSON.stringify(manifest)).toString('base64');
  writeFileSync(file('manifest.json'), JSON.stringify({ payload, signatures: [] }));
  for (const name of ['a.pem', 'b.pem']) await berth('os', 'key', file(name), '--keys', file('keys.json'));
  for (const name of ['a.pem', 'b.pem', 'a.pem']) await berth('os', 'sign', file('manifest.json'), '--key', file(name));
  const { signatures } = json('manifest.json');
  expect(signatures).toHaveLength(2);
  for (const { id, publicKey } of json('keys.json').keys) {
    const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), type: 'spki', format: 'der' });
    const { signature } = signatures.find((each: { key: string }) => each.key === id);
    expect(verify(null, Buffer.from(osSigningText(payload)), key, Buffer.from(signature, 'base64'))).toBe(true);
  }
});

it.each([
  [['os', 'sign', 'manifest.json'], 2, '--key'],
  [['os', 'sign', 'manifest.json', '--key', '/nowhere.pem'], 1, 'not a secret key'],
])('%j explains what is missing', async (argv, exit, words) => {
  const { berth } = inFolder();
  expect(await berth(...argv)).toMatchObject({ exit, text: expect.stringContaining(words) });
});
