import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { syncFolder } from './file.ts';

/**
 * JSON values, one a line behind its digest, that are only ever added to. Each begins with a line feed: one that a power
 * cut tore spoils none that come after it.
 */

/** The sound ones, in the order they were added. Empty where there is no such file. */
export async function readJournal(file: string): Promise<unknown[]> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  return text.split('\n').flatMap(read);
}

/**
 * Resolves once the value would survive a power cut; false, and nothing added, where the file would grow beyond
 * `bytesMax`. One caller at a time.
 */
export async function addToJournal(file: string, value: unknown, bytesMax: number): Promise<boolean> {
  const body = JSON.stringify(value);
  const line = Buffer.from(`\n${digest(body)} ${body}`);
  const handle = await open(file, constants.O_WRONLY | constants.O_CREAT | constants.O_APPEND, 0o600);
  try {
    const { size } = await handle.stat();
    if (size + line.length > bytesMax) return false;
    await handle.writeFile(line);
    await handle.datasync();
    if (size === 0) await syncFolder(dirname(file));
  } finally {
    await handle.close();
  }
  return true;
}

function read(line: string): unknown[] {
  const end = line.indexOf(' ');
  const body = line.slice(end + 1);
  return end > 0 && line.slice(0, end) === digest(body) ? [JSON.parse(body)] : [];
}

function digest(body: string): string {
  return createHash('sha256').update(body).digest('hex');
}
