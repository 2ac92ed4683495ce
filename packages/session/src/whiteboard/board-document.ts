import type { BoardSummary } from '@berth/contract/bridge/whiteboard';
import { BOARD_CHANGE_BYTES_MAX } from '@berth/contract/limits';
import type { Drawing } from '@berth/web/board/canvas.tsx';
import { markOf, readScene, type Scene, type SceneMark, writeChange, writeScene } from '@berth/web/board/scene.ts';
import { type Bridge, BridgeError } from '../bridge/bridge.ts';
import { Autosave, type SaveState } from './autosave.ts';

/** The machine's saved state of the board, which differences are based on. */
interface Kept {
  readonly revision: string;
  readonly mark: SceneMark;
}

/** Holds a board's drawing and name outside React, so that no stroke renders the surrounding screen. */
export class BoardDocument {
  readonly autosave: Autosave;
  drawing: Drawing | undefined;
  isSaved = true;
  readonly #bridge: Bridge;
  readonly #id: string;
  readonly #onSaved: (saved: BoardSummary) => void;
  #name: string;
  #kept: Kept | null = null;

  constructor(
    bridge: Bridge,
    board: BoardSummary,
    onState: (state: SaveState) => void,
    onSaved: (saved: BoardSummary) => void,
  ) {
    this.#bridge = bridge;
    this.#id = board.id;
    this.#name = board.name;
    this.#onSaved = onSaved;
    this.autosave = new Autosave(
      () => this.#save(),
      (state) => {
        this.isSaved = state === 'saved';
        onState(state);
      },
    );
  }

  /** Loads the scene saved on the machine. */
  async load(): Promise<Scene | null> {
    const { content, revision, changes } = await this.#bridge.call('load_board', { id: this.#id });
    const scene = readScene(content, changes);
    this.#kept = scene && { revision, mark: markOf(scene) };
    return scene;
  }

  rename(name: string): void {
    this.#name = name;
    this.autosave.changed();
  }

  /** Saves unsaved changes right away when the page or the screen is left. */
  watchLeaving(): () => void {
    const flush = () => void this.autosave.flush();
    addEventListener('pagehide', flush);
    return () => {
      removeEventListener('pagehide', flush);
      flush();
    };
  }

  async #save(): Promise<void> {
    const scene = this.drawing?.scene();
    if (!scene) throw new Error('The drawing is not there yet.');
    const mark = markOf(scene);
    const changed = await this.#change(scene, mark);
    this.#onSaved(changed ?? (await this.#saveAll(scene)));
  }

  /** Null if a whole save is required. */
  async #change(scene: Scene, mark: SceneMark): Promise<BoardSummary | null> {
    if (!this.#kept) return null;
    const { revision } = this.#kept;
    const change = writeChange(scene, this.#kept.mark);
    if (change.length > BOARD_CHANGE_BYTES_MAX) return null;
    try {
      const saved = await this.#bridge.call('change_board', { id: this.#id, name: this.#name, revision, change });
      this.#kept = { revision, mark };
      return saved;
    } catch (error) {
      if (error instanceof BridgeError && error.code === 'revision-conflict') return null;
      throw error;
    }
  }

  async #saveAll(scene: Scene): Promise<BoardSummary> {
    const [mark, content] = [markOf(scene), writeScene(scene)];
    const { revision, ...saved } = await this.#bridge.call('save_board', { id: this.#id, name: this.#name, content });
    this.#kept = { revision, mark };
    return saved;
  }
}
