import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { noPortGuard } from '../system/fake/machine.ts';
import { baresipHost, TONE_AUDIO } from '../system/linux/baresip.ts';
import type { Phone, PhoneEvent, PhoneHost } from '../system/ports/media.ts';
import { testFolder } from './folders.ts';
import { eventually } from './wait.ts';

/** The default password of a user. */
export const passwordOf = (user: string): string => `secret-${user}`;

export interface Registrar {
  /** The registrar's host and port. */
  readonly address: string;
  /** Number of REGISTER requests by user. */
  readonly requests: ReadonlyMap<string, number>;
}

/**
 * A real registrar and proxy on loopback: authenticated users are registered, and registered users can be called.
 * @param passwords of users with another password than the default
 */
export async function startRegistrar(passwords: Readonly<Record<string, string>> = {}): Promise<Registrar> {
  const folder = await testFolder();
  const port = await freeUdpPort();
  const file = join(folder, 'kamailio.cfg');
  await writeFile(file, registrarConfiguration(port, passwords));
  const program = spawn('/usr/sbin/kamailio', ['-DD', '-E', '-f', file, '-Y', folder], {
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  onTestFinished(() => end(program));
  await listening(program);
  const requests = new Map<string, number>();
  program.stderr?.on('data', (chunk: Buffer) => {
    for (const [, user = ''] of chunk.toString().matchAll(/registers <(.*?)>/g))
      requests.set(user, (requests.get(user) ?? 0) + 1);
  });
  return { address: `127.0.0.1:${port}`, requests };
}

/** Another program may take a free port first. */
const START_TRIES = 5;

/** baresip as a machine runs it, on loopback, with a tone as microphone. */
export async function testPhoneHost(): Promise<PhoneHost> {
  const folder = await testFolder();
  const accounts = { phone: null, folder: async () => folder };
  const open = async (triesLeft = START_TRIES): Promise<Phone> => {
    const listen = `127.0.0.1:${await freeUdpPort()}`;
    const host = baresipHost({ accounts, guard: noPortGuard, audio: TONE_AUDIO, listen });
    if (!host) throw new Error('baresip is not installed.');
    return host.open().catch((error: unknown) => {
      if (triesLeft === 1) throw error;
      return open(triesLeft - 1);
    });
  };
  return { open: () => open() };
}

/** Another phone that is registered at the registrar. */
export async function startPeer(registrar: string, user: string) {
  const phone = await (await testPhoneHost()).open();
  onTestFinished(() => phone.stop());
  const events: PhoneEvent[] = [];
  phone.onEvent((event) => events.push(event));
  await phone.command('uanew', `"${user}" <sip:${user}@${registrar}>;auth_pass=${passwordOf(user)};regint=60`);
  const heard = (type: string) =>
    eventually(() => {
      const event = events.findLast((each) => each.type === type);
      if (!event) throw new Error(`${user} has not heard ${type}`);
      return event;
    });
  await heard('REGISTER_OK');
  return { command: phone.command, events, heard };
}

function registrarConfiguration(port: number, passwords: Readonly<Record<string, string>>): string {
  const modules = ['tm', 'sl', 'rr', 'pv', 'maxfwd', 'usrloc', 'registrar', 'textops', 'siputils', 'auth', 'xlog'];
  return `#!KAMAILIO
debug=0
log_stderror=yes
fork=no
children=1
listen=udp:127.0.0.1:${port}
auto_aliases=no
dns=no
rev_dns=no
mpath="/usr/lib/x86_64-linux-gnu/kamailio/modules/:/usr/lib/aarch64-linux-gnu/kamailio/modules/"
${modules.map((name) => `loadmodule "${name}.so"`).join('\n')}
modparam("usrloc", "db_mode", 0)
request_route {
  if (!mf_process_maxfwd_header("10")) { sl_send_reply("483", "Too Many Hops"); exit; }
  if (is_method("REGISTER")) {
    xlog("L_ERR", "registers <$tU>\n");
    ${Object.entries(passwords).map(ownPassword).join('\n    ')}
    if (!pv_www_authenticate("$td", "${passwordOf('$au')}", "0")) { www_challenge("$td", "0"); exit; }
    save("location");
    exit;
  }
  if (has_totag()) { loose_route(); t_relay(); exit; }
  if (is_method("CANCEL")) { if (t_check_trans()) t_relay(); exit; }
  t_check_trans();
  if (is_method("INVITE")) record_route();
  if (!lookup("location")) { sl_send_reply("404", "Not Found"); exit; }
  t_relay();
}
`;
}

/** The password as a hash, which needs no quoting (RFC 7616, 3.4.2). */
function ownPassword([user, password]: [string, string]): string {
  const hash = createHash('md5').update(`${user}:127.0.0.1:${password}`).digest('hex');
  const refused = `{ www_challenge("$td", "0"); exit; }`;
  return `if ($tU == "${user}") { if (!pv_www_authenticate("$td", "${hash}", "1")) ${refused} save("location"); exit; }`;
}

function listening(program: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = '';
    const hear = (chunk: Buffer): void => {
      said += chunk;
      if (said.includes('udp: 127.0.0.1')) resolve();
    };
    program.stdout?.on('data', hear);
    program.stderr?.on('data', hear);
    program.once('exit', () => reject(new Error(`kamailio: ${said}`)));
  });
}

/** A free port whose next one is free as well: baresip uses both. */
async function freeUdpPort(): Promise<number> {
  const socket = createSocket('udp4').bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const { port } = socket.address();
  socket.close();
  return port;
}

/** Kills it with its children: asked to end, kamailio at times waits a minute for them. */
async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  process.kill(-(child.pid ?? 0), 'SIGKILL');
  await once(child, 'exit');
}
