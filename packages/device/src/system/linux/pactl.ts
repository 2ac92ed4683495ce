import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { AudioDevice, AudioDirection } from '@berth/contract/bridge/settings';
import type { Audio } from '../ports/media.ts';
import type { Account } from './accounts.ts';
import { findProgram } from './programs.ts';
import { environment } from './x-server.ts';

export interface PactlOptions {
  /** The user of the sound server; null: the agent's own user. */
  readonly account: Account | null;
  /** The server's address; null: the one that pactl finds. */
  readonly server: string | null;
}

const ANSWER_MS = 5_000;
const ANSWER_BYTES = 1 << 20;
/** PulseAudio's names for the two kinds of devices. */
const KINDS = { output: 'sink', input: 'source' } as const;

/** The fields of a listed sink or source that are used here. */
interface Listed {
  readonly name: string;
  readonly description?: string;
  readonly mute: boolean;
  readonly volume: Readonly<Record<string, { readonly value_percent: string }>>;
  readonly properties?: Readonly<Record<string, string>>;
}

/** Audio devices of PulseAudio or PipeWire: both support pactl. */
export function pactlAudio(options: PactlOptions): Audio {
  const ask = (...args: readonly string[]) => run(options, args);
  const list = async (direction: AudioDirection, chosen: string): Promise<AudioDevice[]> => {
    const listed = JSON.parse(await ask('list', `${KINDS[direction]}s`)) as readonly Listed[];
    return listed.filter(isDevice).map((each) => describe(each, chosen));
  };
  return {
    state: async () => {
      try {
        const { default_sink_name, default_source_name } = JSON.parse(await ask('info')) as Record<string, string>;
        const [outputs, inputs] = await Promise.all([
          list('output', default_sink_name ?? ''),
          list('input', default_source_name ?? ''),
        ]);
        return { outputs, inputs };
      } catch {
        // The sound server is missing or has not started yet.
        return { outputs: [], inputs: [] };
      }
    },
    choose: async (direction, id) => {
      await ask(`set-default-${KINDS[direction]}`, id);
    },
    change: async ({ direction, id, volume, muted }) => {
      const kind = KINDS[direction];
      if (volume !== undefined) await ask(`set-${kind}-volume`, id, `${volume}%`);
      if (muted !== undefined) await ask(`set-${kind}-mute`, id, muted ? '1' : '0');
    },
  };
}

async function run({ account, server }: PactlOptions, args: readonly string[]): Promise<string> {
  const pactl = findProgram('pactl');
  if (!pactl) throw new Error('pactl is not installed: this machine has no sound.');
  const { stdout } = await promisify(execFile)(pactl, ['-f', 'json', ...args], {
    timeout: ANSWER_MS,
    maxBuffer: ANSWER_BYTES,
    // Other locales write numbers that are not valid JSON.
    env: { ...environment(), LC_ALL: 'C.UTF-8', ...(server ? { PULSE_SERVER: server } : {}) },
    ...(account ? { uid: account.uid, gid: account.gid } : {}),
  });
  return stdout;
}

// The monitor source of an output is not a microphone.
function isDevice({ properties }: Listed): boolean {
  return properties?.['device.class'] !== 'monitor';
}

function describe({ name, description, mute, volume }: Listed, chosen: string): AudioDevice {
  const percents = Object.values(volume).map(({ value_percent }) => Number.parseInt(value_percent, 10));
  return {
    id: name,
    name: description || name,
    chosen: name === chosen,
    volume: Math.min(100, Math.max(0, ...percents)),
    muted: mute,
  };
}
