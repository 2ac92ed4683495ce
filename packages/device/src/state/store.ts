import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '../system/log.ts';
import { readStateFile } from './file.ts';
import { emptyState, type MachineState, parseState } from './machine-state.ts';
import { setAside, writeReserved } from './reserve.ts';

/** The machine's stored state. Readers get immutable snapshots. */
export interface Store {
  readonly state: MachineState;
  /** Changes the state at once in memory; resolves once that change is durable. */
  update(change: (state: MachineState) => MachineState): Promise<void>;
  /** Resolves when everything changed so far is durable. */
  flush(): Promise<void>;
}

/** State that ends with the process: for virtual machines. */
export function memoryStore(): Store {
  let state = emptyState;
  return {
    get state() {
      return state;
    },
    update: async (change) => {
      state = change(state);
    },
    flush: async () => {},
  };
}

/** State stored in `folder`. */
export async function openStore(folder: string, log: Log): Promise<Store> {
  await mkdir(folder, { recursive: true, mode: 0o711 });
  await setAside(folder);
  const file = join(folder, 'state.json');
  const state = parseState(await readStateFile(file, log), log);
  return writtenStore(state, (snapshot) => writeReserved(file, snapshot));
}

/** State that `write` makes durable. Changes made during a write are written together after it. */
export function writtenStore(stored: MachineState, write: (state: MachineState) => Promise<void>): Store {
  let state = stored;
  let written = stored;
  let running: Promise<void> | null = null;

  const writeAll = async (): Promise<void> => {
    while (written !== state) {
      const snapshot = state;
      await write(snapshot);
      written = snapshot;
    }
  };
  // A change made during a write is not part of it: its caller waits for the next write.
  const flush = (): Promise<void> => {
    running ??= writeAll().finally(() => {
      running = null;
    });
    return running;
  };
  return {
    get state() {
      return state;
    },
    update: (change) => {
      state = change(state);
      return flush();
    },
    flush,
  };
}
