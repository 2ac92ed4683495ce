import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Board, type BoardSummary } from '@berth/contract/bridge/whiteboard';
import { BOARDS_MAX } from '@berth/contract/limits';
import { readStateFile, syncFolder, writeStateFile } from '../../state/file.ts';
import { tolerantChecker } from '../../state/schema.ts';
import type { Log } from '../../system/log.ts';

const SUFFIX = '.board';
const check = tolerantChecker(Board);

/**
 * People's whiteboards, one file each, kept as safely as the machine's own state: a power cut leaves the board as it
 * was before or after a save, and a damaged file gives way to the version before it.
 */
export class Boards {
  readonly #folder: string;
  readonly #log: Log;
  #index: Map<string, BoardSummary> | null = null;
  /** One writer at a time. */
  #writing: Promise<unknown> = Promise.resolve();

  constructor(folder: string, log: Log) {
    this.#folder = folder;
    this.#log = log;
  }

  /** The one changed last comes first. */
  async list(): Promise<BoardSummary[]> {
    const index = await this.#known();
    return [...index.values()].sort((a, b) => (a.changedAt < b.changedAt ? 1 : -1));
  }

  /** Null: there is none of this id. */
  async load(id: string): Promise<Board | null> {
    const file = await this.#read(id);
    return file && { id, name: file.name, content: file.content };
  }

  /** Resolves once the board would survive a power cut. */
  save(board: Board): Promise<BoardSummary> {
    return this.#inTurn(async () => {
      const index = await this.#known();
      if (!index.has(board.id) && index.size >= BOARDS_MAX) throw new Error(`There are ${BOARDS_MAX} boards already.`);
      const summary = { id: board.id, name: board.name, changedAt: new Date().toISOString() };
      await mkdir(this.#folder, { recursive: true, mode: 0o700 });
      await writeStateFile(this.#file(board.id), { ...board, changedAt: summary.changedAt });
      index.set(board.id, summary);
      return summary;
    });
  }

  delete(id: string): Promise<void> {
    return this.#inTurn(async () => {
      const index = await this.#known();
      if (!index.delete(id)) return;
      // The version before goes first: what is left of a deletion cut short is the board itself.
      await rm(`${this.#file(id)}.previous`, { force: true });
      await rm(this.#file(id), { force: true });
      await syncFolder(this.#folder);
    });
  }

  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const turn = this.#writing.then(work);
    this.#writing = turn.catch(() => {});
    return turn;
  }

  async #known(): Promise<Map<string, BoardSummary>> {
    this.#index ??= await this.#readAll();
    return this.#index;
  }

  async #readAll(): Promise<Map<string, BoardSummary>> {
    const names = await readdir(this.#folder).catch(() => []);
    const ids = new Set(names.flatMap((name) => (name.includes(SUFFIX) ? [name.slice(0, name.indexOf(SUFFIX))] : [])));
    const index = new Map<string, BoardSummary>();
    for (const id of ids) {
      const board = await this.#read(id);
      if (board) index.set(id, { id, name: board.name, changedAt: board.changedAt });
    }
    return index;
  }

  async #read(id: string): Promise<(Board & { readonly changedAt: string }) | null> {
    const value = await readStateFile(this.#file(id), this.#log);
    if (value === null) return null;
    if (check(value).length === 0) return value as Board & { readonly changedAt: string };
    this.#log.warn({ board: id }, 'a whiteboard is not understood and left out');
    return null;
  }

  // Ids are UUIDs by the contract: none leads out of the folder.
  #file(id: string): string {
    return join(this.#folder, `${id}${SUFFIX}`);
  }
}
