import { createServer } from 'node:net';
import type { PortGuard } from '../ports/machine.ts';
import type { Phone, PhoneHost } from '../ports/media.ts';
import type { Accounts } from './accounts.ts';
import { BaresipControl } from './baresip-control.ts';
import { writeOwnedFile } from './owned-files.ts';
import { findProgram, startProgram } from './programs.ts';
import { untilListening } from './server-socket.ts';
import { environment } from './x-server.ts';

export interface BaresipOptions {
  readonly accounts: Pick<Accounts, 'phone' | 'folder'>;
  /** Its control channel has no login: the packet filter blocks other users. */
  readonly guard: PortGuard;
  readonly audio: PhoneAudio;
  /** Address and port for SIP; null: any port on every address. */
  readonly listen: string | null;
}

/** baresip's modules and devices, as in `alsa,default`. */
export interface PhoneAudio {
  readonly source: string;
  readonly player: string;
}

/** The sound system's default devices, which the status bar selects. */
export const DEFAULT_AUDIO: PhoneAudio = { source: 'alsa,default', player: 'alsa,default' };
/** For computers without a sound card: sends a tone, plays nothing. */
export const TONE_AUDIO: PhoneAudio = { source: 'ausine,440', player: 'alsa,null' };

const CODECS = ['opus', 'g722', 'g711'];

/** Phone calls with baresip, through its control channel. Null if it is not installed. */
export function baresipHost(options: BaresipOptions): PhoneHost | null {
  const program = findProgram('baresip');
  return program === null ? null : { open: () => open(program, options) };
}

async function open(program: string, options: BaresipOptions): Promise<Phone> {
  const account = options.accounts.phone;
  const folder = await options.accounts.folder(account, 'phone');
  const port = await freePort();
  const files = { config: configuration(port, options), accounts: '', contacts: '' };
  for (const [name, text] of Object.entries(files)) {
    await writeOwnedFile(folder, name, text, account);
  }
  const unguard = await options.guard.guard(port);
  const env = { ...environment(), HOME: folder };
  const running = startProgram({ program, args: ['-f', folder], env, account, cwd: folder });
  void running.exited.then(unguard);
  try {
    const control = await untilListening(running, () => BaresipControl.connect(port));
    void running.exited.then(() => control.close());
    return {
      pid: running.pid,
      command: (name, params) => control.command(name, params),
      onEvent: (listener) => control.onEvent(listener),
      exited: running.exited,
      stop: () => running.stop(),
    };
  } catch (error) {
    await running.stop();
    throw error;
  }
}

/** Contains no accounts: they are sent over the control channel, so that no password is in a file. */
function configuration(port: number, { audio, listen }: BaresipOptions): string {
  return [
    ...(listen === null ? [] : [`sip_listen ${listen}`]),
    'call_local_timeout 120',
    'call_max_calls 1',
    `audio_source ${audio.source}`,
    `audio_player ${audio.player}`,
    `audio_alert ${audio.player}`,
    // The only sample rate of the test tone's module.
    'ausrc_srate 48000',
    'auplay_srate 48000',
    'ausrc_channels 2',
    'auplay_channels 2',
    'module_path /usr/lib/baresip/modules',
    ...[...CODECS, 'alsa', 'ausine', 'srtp', 'stun', 'ice'].map((name) => `module ${name}.so`),
    ...['uuid', 'account'].map((name) => `module_tmp ${name}.so`),
    ...['menu', 'ctrl_tcp'].map((name) => `module_app ${name}.so`),
    `ctrl_tcp_listen 127.0.0.1:${port}`,
    '',
  ].join('\n');
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
