import { createPrivateKey, X509Certificate } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { runCli } from '../cli.ts';

function inFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'berth-boot-key-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = (name: string) => join(folder, name);
  const make = async (...more: readonly string[]) => {
    const lines: string[] = [];
    const add = (text: string) => void lines.push(text);
    const argv = ['os', 'boot-key', file('boot.key'), '--cert', file('boot.pem'), ...more];
    const exit = await runCli(argv, { env: {}, out: add, err: add, isTerminal: false });
    return { exit, text: lines.join('\n') };
  };
  return { file, make };
}

it('makes a secret key for its owner only, and its certificate', async () => {
  const { file, make } = inFolder();
  const { exit, text } = await make('--name', 'Example boot 2026');
  expect(exit, text).toBe(0);
  expect(statSync(file('boot.key')).mode & 0o777).toBe(0o600);
  const certificate = new X509Certificate(readFileSync(file('boot.pem')));
  expect(certificate.subject).toBe('CN=Example boot 2026');
  const key = createPrivateKey(readFileSync(file('boot.key')));
  expect(certificate.checkPrivateKey(key)).toBe(true);
  expect(key.asymmetricKeyDetails).toMatchObject({ modulusLength: 2_048 });
  expect(text).not.toContain(readFileSync(file('boot.key'), 'utf8').split('\n')[1]);
});

it('replaces neither a key nor a certificate', async () => {
  const { file, make } = inFolder();
  await make();
  const before = readFileSync(file('boot.key'), 'utf8');
  expect(await make()).toMatchObject({ exit: 1, text: expect.stringContaining('never replaced') });
  rmSync(file('boot.key'));
  expect(await make()).toMatchObject({ exit: 1, text: expect.stringContaining('boot.pem exists') });
  expect(before).toContain('PRIVATE KEY');
  expect(existsSync(file('boot.key'))).toBe(false);
});

it('a key without a certificate is not left behind', async () => {
  const { file, make } = inFolder();
  expect(await make('--name', 'a/CN=b')).toMatchObject({
    exit: 1,
    text: expect.stringContaining('A name has letters'),
  });
  vi.stubEnv('PATH', '/nowhere');
  onTestFinished(() => void vi.unstubAllEnvs());
  expect(await make()).toMatchObject({ exit: 1, text: expect.stringContaining('openssl') });
  expect(existsSync(file('boot.key'))).toBe(false);
});
