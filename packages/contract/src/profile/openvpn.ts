import type { Fault } from '../errors.ts';

/**
 * The one reader of a profile's OpenVPN client configuration. Nobody at the console decides that a machine starts a
 * program, loads code or reads a file, and a tunnel without a server or a login is none. The server refuses at saving
 * what the machine refuses: both ask this reader.
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

/** Texts of files that a configuration may contain, each between <tag> and </tag>. */
export const OPENVPN_BLOCKS = ['ca', 'cert', 'key', 'tls-auth', 'tls-crypt', 'tls-crypt-v2'] as const;
export type OpenVpnBlock = (typeof OPENVPN_BLOCKS)[number];

/** Why a machine does not follow a line, or the whole. */
export type OpenVpnFault =
  | { readonly why: 'program' | 'file' | 'block' | 'unclosed'; readonly line: number; readonly word: string }
  | { readonly why: 'remote' | 'credentials' };

export interface OpenVpnConfig {
  /** The words of each line that says something; an option is written without its dashes. */
  readonly lines: readonly (readonly string[])[];
  readonly blocks: Readonly<Partial<Record<OpenVpnBlock, string>>>;
  /** A machine makes the tunnel only if there are none. */
  readonly faults: readonly OpenVpnFault[];
}

/** Reads a configuration: its lines without comments, its blocks, and everything that a machine refuses. */
export function readOpenVpn(config: string): OpenVpnConfig {
  const lines: string[][] = [];
  const blocks: Partial<Record<OpenVpnBlock, string>> = {};
  const faults: OpenVpnFault[] = [];
  let open: { readonly tag: string; readonly line: number; readonly text: string[] } | null = null;
  for (const [index, raw] of config.split(/\r?\n/).entries()) {
    const text = raw.trim();
    const line = index + 1;
    if (open && text !== `</${open.tag}>`) {
      open.text.push(`${raw}\n`);
    } else if (open) {
      if (isBlock(open.tag)) blocks[open.tag] = open.text.join('');
      else faults.push({ why: 'block', line: open.line, word: open.tag });
      open = null;
    } else {
      const tag: string | undefined = /^<([^<>/\s]+)>$/.exec(text)?.[1];
      if (tag !== undefined) {
        open = { tag, line, text: [] };
      } else {
        const words = wordsOf(text.replace(/(?:^|\s)[#;].*$/, ''));
        const why = refusal(words);
        if (why) faults.push({ why, line, word: words[0] ?? '' });
        if (words.length > 0) lines.push(words);
      }
    }
  }
  if (open) faults.push({ why: 'unclosed', line: open.line, word: open.tag });
  return { lines, blocks, faults: [...faults, ...missing(lines, blocks)] };
}

/** What is wrong, for people who write configurations. */
export function openVpnFaultText(fault: OpenVpnFault): string {
  switch (fault.why) {
    case 'program':
      return `OpenVPN, line ${fault.line}: "${fault.word}" is not done on a machine.`;
    case 'file':
      return `OpenVPN, line ${fault.line}: "${fault.word}" names a file; its text has to stand in the configuration.`;
    case 'block':
      return `OpenVPN, line ${fault.line}: <${fault.word}> is not known on a machine.`;
    case 'unclosed':
      return `OpenVPN, line ${fault.line}: <${fault.word}> is not closed.`;
    case 'remote':
      return 'OpenVPN: the configuration names no server ("remote").';
    case 'credentials':
      return 'OpenVPN: neither a certificate nor a user logs in.';
  }
}

/** The same as faults of the field at `path`. A field without a configuration has none. */
export function openVpnFaults(config: string, path: string): Fault[] {
  if (config === '') return [];
  return readOpenVpn(config).faults.map((fault) => ({
    path,
    rule: `openvpn-${fault.why}`,
    message: openVpnFaultText(fault),
    params: 'line' in fault ? { line: fault.line, word: fault.word } : {},
  }));
}

function isBlock(tag: string): tag is OpenVpnBlock {
  return OPENVPN_BLOCKS.some((each) => each === tag);
}

function refusal([word = '', first = '']: readonly string[]): 'program' | 'file' | null {
  if (PROGRAMS.has(word)) return 'program';
  return FILES.has(word) || (word === 'auth-user-pass' && first !== '') ? 'file' : null;
}

function missing(lines: OpenVpnConfig['lines'], blocks: OpenVpnConfig['blocks']): OpenVpnFault[] {
  const hasServer = lines.some(([word, host = '']) => word === 'remote' && host !== '');
  const hasLogin = lines.some(([word]) => word === 'auth-user-pass') || ('cert' in blocks && 'key' in blocks);
  return [...(hasServer ? [] : [{ why: 'remote' } as const]), ...(hasLogin ? [] : [{ why: 'credentials' } as const])];
}

// OpenVPN also accepts options with two dashes.
function wordsOf(text: string): string[] {
  const [word = '', ...values] = [...text.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    ([, a, b, c]) => a ?? b ?? c ?? '',
  );
  return word === '' ? [] : [word.replace(/^--/, ''), ...values];
}
