import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Board, type BoardChange, type BoardSummary, type KeptBoard } from '@berth/contract/bridge/whiteboard';
import { BOARD_CHANGES_BYTES_MAX, BOARDS_MAX } from '@berth/contract/limits';
import { readStateFile, syncFolder, writeStateFile } from '../../state/file.ts';
import { addToJournal, readJournal } from '../../state/journal.ts';
import { tolerantChecker } from '../../state/schema.ts';
import type { Log } from '../../system/log.ts';

const SUFFIX = '.board';
/** Revision of boards saved by versions without a journal. */
const FIRST = 'first';
const check = tolerantChecker(Board);

/** A board's file and the changes in its journal. */
interface Kept {
  readonly summary: BoardSummary;
  readonly content: string;
  readonly revision: string;
  readonly changes: readonly string[];
}

/** Cached facts about a board. */
interface Entry {
  readonly summary: BoardSummary;
  readonly revision: string;
}

/**
 * The users' whiteboards, one file each, stored as safely as the machine's state: after a power cut, a board is as
 * before or after a save, and a damaged file is replaced by its previous version. Changes are appended to a journal
 * beside the file, so that a stroke does not rewrite the whole board; each full save starts a new journal.
 */
export class Boards {
  readonly #folder: string;
  readonly #log: Log;
  #index: Map<string, Entry> | null = null;
  /** Serializes writes. */
  #writing: Promise<unknown> = Promise.resolve();

  constructor(folder: string, log: Log) {
    this.#folder = folder;
    this.#log = log;
  }

  /** Last changed first. */
  async list(): Promise<BoardSummary[]> {
    const index = await this.#known();
    return [...index.values()].map(({ summary }) => summary).sort((a, b) => (a.changedAt < b.changedAt ? 1 : -1));
  }

  /** Null: no board with this ID exists. */
  load(id: string): Promise<KeptBoard | null> {
    return this.#inTurn(async () => {
      const kept = await this.#read(id);
      if (!kept) return null;
      const { summary, content, revision, changes } = kept;
      return { id, name: summary.name, content, revision, changes: [...changes] };
    });
  }

  /** Resolves once the board is durable. */
  save(board: Board): Promise<BoardSummary & { revision: string }> {
    return this.#inTurn(async () => {
      const { id, name } = board;
      const index = await this.#known();
      const before = index.get(id);
      if (!before && index.size >= BOARDS_MAX) throw new Error(`There are ${BOARDS_MAX} boards already.`);
      const summary = { id, name, changedAt: new Date().toISOString() };
      const revision = randomUUID();
      await mkdir(this.#folder, { recursive: true, mode: 0o700 });
      await writeStateFile(this.#file(id), { ...board, changedAt: summary.changedAt, revision });
      index.set(id, { summary, revision });
      await this.#removeJournals(id, before?.revision);
      return { ...summary, revision };
    });
  }

  /**
   * Resolves once the change is durable, or to null if a full save is needed: the stored board has another revision, or
   * the journal is full.
   */
  change({ id, name, revision, change }: BoardChange): Promise<BoardSummary | null> {
    return this.#inTurn(async () => {
      const index = await this.#known();
      if (index.get(id)?.revision !== revision) return null;
      const summary = { id, name, changedAt: new Date().toISOString() };
      const value: Change = { name, changedAt: summary.changedAt, change };
      const isAdded = await addToJournal(this.#journal(id, revision), value, BOARD_CHANGES_BYTES_MAX);
      if (!isAdded) return null;
      index.set(id, { summary, revision });
      return summary;
    });
  }

  delete(id: string): Promise<void> {
    return this.#inTurn(async () => {
      const index = await this.#known();
      if (!index.delete(id)) return;
      // Delete the previous version first: an interrupted deletion then leaves the board itself.
      await rm(`${this.#file(id)}.previous`, { force: true });
      await rm(this.#file(id), { force: true });
      // Its journals, and what a power cut or damage left of it.
      for (const name of await readdir(this.#folder)) {
        if (name.startsWith(`${id}${SUFFIX}`)) await rm(join(this.#folder, name), { recursive: true, force: true });
      }
      await syncFolder(this.#folder);
    });
  }

  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const turn = this.#writing.then(work);
    this.#writing = turn.catch(() => {});
    return turn;
  }

  async #known(): Promise<Map<string, Entry>> {
    this.#index ??= await this.#readAll();
    return this.#index;
  }

  async #readAll(): Promise<Map<string, Entry>> {
    const names = await readdir(this.#folder).catch(() => []);
    const ids = new Set(names.flatMap((name) => (name.includes(SUFFIX) ? [name.slice(0, name.indexOf(SUFFIX))] : [])));
    const index = new Map<string, Entry>();
    for (const id of ids) {
      const kept = await this.#read(id).catch((error: unknown) => {
        this.#log.error({ board: id, error: String(error) }, 'a whiteboard cannot be read and is left out');
        return null;
      });
      if (kept) index.set(id, { summary: kept.summary, revision: kept.revision });
    }
    return index;
  }

  async #read(id: string): Promise<Kept | null> {
    const value = await readStateFile(this.#file(id), this.#log);
    if (value === null) return null;
    if (check(value).length > 0) {
      this.#log.warn({ board: id }, 'a whiteboard is not understood and left out');
      return null;
    }
    const { name, content, changedAt, revision = FIRST } = value as Board & { changedAt: string; revision?: string };
    const added = (await readJournal(this.#journal(id, revision))) as Change[];
    const newest = added.at(-1) ?? { name, changedAt };
    const summary = { id, name: newest.name, changedAt: newest.changedAt };
    return { summary, content, revision, changes: added.map(({ change }) => change) };
  }

  /** Removes all journals except that of the current revision, and that of `before`, the fallback if it is damaged. */
  async #removeJournals(id: string, before?: string): Promise<void> {
    const kept = new Set([this.#index?.get(id)?.revision, before].map((each) => each && this.#journal(id, each)));
    for (const name of await readdir(this.#folder)) {
      const file = join(this.#folder, name);
      if (name.startsWith(`${id}${SUFFIX}.changes-`) && !kept.has(file)) await rm(file, { force: true });
    }
  }

  // The contract requires UUIDs: no ID leads out of the folder.
  #file(id: string): string {
    return join(this.#folder, `${id}${SUFFIX}`);
  }

  #journal(id: string, revision: string): string {
    return `${this.#file(id)}.changes-${revision}`;
  }
}

interface Change {
  readonly name: string;
  readonly changedAt: string;
  readonly change: string;
}
