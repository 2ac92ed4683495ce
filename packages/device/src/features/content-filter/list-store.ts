import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '../../system/log.ts';

/** Lists change every few days; their authors ask for few downloads. */
const FRESH_MS = 24 * 60 * 60 * 1_000;
const FETCH_MS = 20_000;
const BYTES_MAX = 32 * 1024 * 1024;

/** Filter lists by URL, cached in a folder for offline use. */
export class ListStore {
  readonly #folder: string;
  readonly #log: Log;

  constructor(folder: string, log: Log) {
    this.#folder = folder;
    this.#log = log;
  }

  /** The texts of the lists; skips lists that were never downloaded. */
  async read(addresses: readonly string[]): Promise<string[]> {
    const texts = await Promise.all(addresses.map((address) => this.#readOne(address)));
    return texts.filter((text) => text !== null);
  }

  async #readOne(address: string): Promise<string | null> {
    const file = join(this.#folder, `${createHash('sha256').update(address).digest('hex').slice(0, 24)}.txt`);
    const kept = await readFile(file, 'utf8').catch(() => null);
    const age = kept === null ? Number.POSITIVE_INFINITY : Date.now() - (await stat(file)).mtimeMs;
    // A negative age means that the clock was set back: download the list.
    if (kept !== null && age >= 0 && age < FRESH_MS) return kept;
    const fetched = this.#fetch(address).then((text) => this.#keep(file, text));
    // A user is waiting: use the stored list and download the new one for the next start.
    if (kept !== null) return kept;
    return fetched;
  }

  async #keep(file: string, text: string | null): Promise<string | null> {
    if (text === null) return null;
    await mkdir(this.#folder, { recursive: true });
    await writeFile(`${file}.next`, text);
    await rename(`${file}.next`, file);
    return text;
  }

  async #fetch(address: string): Promise<string | null> {
    try {
      const reply = await fetch(address, { signal: AbortSignal.timeout(FETCH_MS) });
      if (!reply.ok) throw new Error(`answered ${reply.status}`);
      const text = await reply.text();
      if (text.length > BYTES_MAX) throw new Error('is too long');
      return text;
    } catch (error) {
      this.#log.warn({ list: address, error: String(error) }, 'filter list is not reached; the one before is used');
      return null;
    }
  }
}
