import { execFileSync, spawn } from 'node:child_process';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { testPulseaudio } from './services.ts';

/** What a person with a screen reader hears. */
interface Hearing {
  /** The agent's PATH: its speech server keeps a log of what it says. */
  readonly path: string;
  /** All that was said, a line each. */
  said(): Promise<string>;
  /** The loudest sample of the audio output so far. */
  loudness(): number;
}

/** Records what Orca says and how loud the audio output is. */
export async function listen(folder: string): Promise<Hearing> {
  const programs = join(folder, 'programs');
  const heard = join(folder, 'heard');
  for (const path of [programs, heard]) await mkdir(path);
  const server = await testPulseaudio('module-null-sink sink_name=hall');
  const speech = execFileSync('which', ['speech-dispatcher'], { encoding: 'utf8' }).trim();
  // The installed speech dispatcher keeps no log. This one also starts late, as on a slow computer.
  const logged = `#!/bin/sh
sleep 2
log=${heard}/$(date +%s%N)
mkdir $log
PULSE_SERVER=${server} exec ${speech} "$@" --log-level 5 --log-dir $log
`;
  await writeFile(join(programs, 'speech-dispatcher'), logged, { mode: 0o755 });
  const recorder = spawn('parec', ['--server', server, '--device', 'hall.monitor'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let loudness = 0;
  recorder.stdout.on('data', (sound: Buffer) => {
    loudness = Math.max(loudness, ...sound);
  });
  onTestFinished(() => void recorder.kill());
  const readLog = (name: string) => readFile(join(heard, name, 'speech-dispatcher.log'), 'utf8').catch(() => '');
  return {
    path: `${programs}:${process.env.PATH}`,
    said: async () => {
      const logs = await Promise.all((await readdir(heard)).toSorted().map(readLog));
      return logs
        .join('\n')
        .split('\n')
        .filter((line) => line.includes('DATA:|<speak>'))
        .map((line) => line.slice(line.indexOf('<speak>')).replaceAll(/<[^>]*>|\r/g, ''))
        .join('\n');
    },
    loudness: () => loudness,
  };
}
