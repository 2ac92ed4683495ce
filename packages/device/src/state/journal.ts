import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { syncFolder } from './file.ts';

/**
 * An append-only file of JSON values, one per line after its digest. Each line starts with a line feed, so that a line
 * torn by a power cut does not damage the next one.
 */

/** Reads the valid values in the order of their addition. Empty if the file does not exist. */
export async function readJournal(file: string): Promise<unknown[]> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  return text.split('\n').flatMap(read);
}

/**
 * Appends a value. Resolves to true once it is durable, or to false, without a change, if the file would exceed
 * `bytesMax`. Calls must not overlap.
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
