import { spawnSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import type { Command } from '../command.ts';
import { CliError } from '../errors.ts';

/** All firmware knows RSA with 2048 bits; keys that are longer or of another kind are not understood everywhere. */
const BITS = 2_048;
/** Firmware does not look at the date. It says to people how long the key was meant. */
const DAYS = 3_650;
const NAME = 'Berth OS boot';

/** Makes the key that signs boot loaders and kernels. Never speaks with a server: it is kept offline. */
export const bootKeyCommand: Command = {
  name: 'os boot-key',
  args: ['file'],
  summary: 'Make a key that signs Berth OS for Secure Boot: FILE is secret, its certificate is written to --cert',
  options: {
    cert: { value: 'FILE', summary: 'the certificate, which firmware trusts; boot.pem' },
    name: { value: 'NAME', summary: `what firmware shows of it; ${NAME}` },
  },
  async run({ output }, [file = ''], { cert, name }) {
    const certificate = typeof cert === 'string' ? cert : 'boot.pem';
    for (const each of [file, certificate])
      if (existsSync(each)) throw new CliError(`${each} exists: a key is never replaced.`);
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: BITS });
    writeFileSync(file, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600, flag: 'wx' });
    try {
      writeFileSync(certificate, certificateOf(file, typeof name === 'string' ? name : NAME), { flag: 'wx' });
    } catch (error) {
      // Without its certificate it is of no use, and would be in the way of a second try.
      rmSync(file);
      throw error;
    }
    output.show({ file, certificate }, [
      `${file} is secret and stays offline. ${certificate} is what firmware trusts.`,
    ]);
    return undefined;
  },
};

/** A certificate that the key signs itself. */
function certificateOf(file: string, name: string): string {
  if (!/^[\p{L}\p{N} ._-]+$/u.test(name)) throw new CliError('A name has letters, digits, spaces, and . _ - alone.');
  const args = ['req', '-x509', '-new', '-sha256', '-days', `${DAYS}`, '-key', file, '-utf8', '-subj', `/CN=${name}`];
  const { status, stdout, stderr, error } = spawnSync('openssl', args, { encoding: 'utf8' });
  if (error) throw new CliError(`openssl makes the certificate, and could not be started: ${error.message}`);
  if (status !== 0) throw new CliError(`openssl made no certificate: ${stderr.trim()}`);
  return stdout;
}
