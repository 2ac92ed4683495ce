import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A folder for one test, removed at its end. */
export async function testFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'berth-device-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }));
  return folder;
}

/** Processes whose command line or environment contains a text, such as a test's folder. */
export function processesMentioning(text: string): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .flatMap((pid) => {
      const command = read(`/proc/${pid}/cmdline`);
      const isIts = command.includes(text) || read(`/proc/${pid}/environ`).includes(text);
      return isIts ? [`${pid} ${command.replaceAll('\0', ' ').slice(0, 400)}`] : [];
    });
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
