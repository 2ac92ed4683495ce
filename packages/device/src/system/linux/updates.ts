import type { Updates } from '../ports/updates.ts';
import { findProgram, startProgram } from './programs.ts';
import { environment } from './x-server.ts';

/** The unit outlives the agent, which the update may replace. */
const UNIT = 'berth-update';
const STEPS = [
  { doing: 'apt-get update', script: 'apt-get update -q' },
  { doing: 'apt-get upgrade', script: 'apt-get upgrade -y -q -o Dpkg::Options::=--force-confold' },
] as const;

/** Debian's updates by apt, each step in a systemd unit of its own. */
export function linuxUpdates(): Updates {
  return {
    install: async (onProgress) => {
      const systemdRun = findProgram('systemd-run');
      if (!systemdRun) throw new Error('systemd is missing: this machine is updated elsewhere.');
      for (const { doing, script } of STEPS) {
        onProgress(doing);
        const lines: string[] = [];
        const { exited } = startProgram({
          program: systemdRun,
          args: [
            ...[`--unit=${UNIT}`, '--wait', '--collect', '--pipe', '--quiet'],
            ...['--setenv=DEBIAN_FRONTEND=noninteractive', 'sh', '-c', `${script} >&2`],
          ],
          env: environment(),
          account: null,
          onLine: (line) => lines.push(line),
        });
        const { code } = await exited;
        if (code !== 0) throw new Error(`${doing} failed: ${lines.slice(-5).join('\n')}`);
      }
      return '';
    },
  };
}
