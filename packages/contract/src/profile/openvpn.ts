import type { Fault } from '../errors.ts';

/**
 * What an OpenVPN client configuration of a profile must not hold: nobody at the console decides that a machine starts a
 * program, loads code or reads a file. The server refuses it at saving, the machine whatever else reaches it.
 */

/** Words that start programs or load code. */
const PROGRAMS: ReadonlySet<string> = new Set([
  'up',
  'down',
  'ipchange',
  'route-up',
  'route-pre-down',
  'plugin',
  'tls-verify',
  'tls-crypt-v2-verify',
  'tls-export-cert',
  'auth-user-pass-verify',
  'client-connect',
  'client-disconnect',
  'client-crresponse',
  'learn-address',
  'iproute',
  'dns-updown',
  'pkcs11-providers',
  'engine',
  'providers',
  'config',
]);
/** Options whose value is a file; its text is inlined between <tag> and </tag> instead. */
const FILES: ReadonlySet<string> = new Set([
  'ca',
  'cert',
  'key',
  'pkcs12',
  'tls-auth',
  'tls-crypt',
  'tls-crypt-v2',
  'secret',
  'extra-certs',
  'askpass',
  'crl-verify',
  'dh',
  'capath',
]);

export interface OpenVpnLine {
  /** From 1. */
  readonly number: number;
  readonly words: readonly string[];
}

export interface RefusedOpenVpnLine {
  readonly line: number;
  readonly word: string;
  readonly why: 'program' | 'file';
}

/** The lines of a configuration that say something, without comments and without what stands inside of tags. */
export function openVpnLines(config: string): OpenVpnLine[] {
  const lines: OpenVpnLine[] = [];
  let inside: string | undefined;
  config.split(/\r?\n/).forEach((raw, index) => {
    const text = raw.trim();
    if (inside !== undefined) {
      if (text === `</${inside}>`) inside = undefined;
      return;
    }
    inside = /^<([a-z0-9-]+)>$/.exec(text)?.[1];
    if (inside !== undefined) return;
    const [word = '', ...values] = wordsOf(text.replace(/(?:^|\s)[#;].*$/, ''));
    // OpenVPN also accepts options with two dashes.
    if (word !== '') lines.push({ number: index + 1, words: [word.replace(/^--/, ''), ...values] });
  });
  return lines;
}

/** Every line that a machine does not follow. */
export function refusedOpenVpnLines(config: string): RefusedOpenVpnLine[] {
  return openVpnLines(config).flatMap(({ number, words: [word = '', first = ''] }): RefusedOpenVpnLine[] => {
    if (PROGRAMS.has(word)) return [{ line: number, word, why: 'program' }];
    const isFile = FILES.has(word) || (word === 'auth-user-pass' && first !== '');
    return isFile ? [{ line: number, word, why: 'file' }] : [];
  });
}

/** What is wrong with such a line, for people who write configurations. */
export function refusedLineText({ line, word, why }: RefusedOpenVpnLine): string {
  return why === 'program'
    ? `OpenVPN, line ${line}: "${word}" is not done on a machine.`
    : `OpenVPN, line ${line}: "${word}" names a file; its text has to stand in the configuration.`;
}

/** The same as faults of the field at `path`. */
export function openVpnFaults(config: string, path: string): Fault[] {
  return refusedOpenVpnLines(config).map((refused) => ({
    path,
    rule: `openvpn-${refused.why}`,
    message: refusedLineText(refused),
    params: { line: refused.line, word: refused.word },
  }));
}

function wordsOf(text: string): string[] {
  return [...text.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(([, a, b, c]) => a ?? b ?? c ?? '');
}
