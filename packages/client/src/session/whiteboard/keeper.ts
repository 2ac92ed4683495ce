import type { BoardSummary } from '@berth/contract/bridge/whiteboard';
import type { Drawing } from '../../board/canvas.tsx';
import type { Bridge } from '../bridge/bridge.ts';
import { Autosave, type SaveState } from './autosave.ts';

/** Holds a board's drawing and name outside React, so that no stroke renders the screen around it. */
export class Keeper {
  readonly autosave: Autosave;
  drawing: Drawing | undefined;
  isSaved = true;
  #name: string;

  constructor(
    bridge: Bridge,
    board: BoardSummary,
    onState: (state: SaveState) => void,
    onSaved: (saved: BoardSummary) => void,
  ) {
    this.#name = board.name;
    const save = async (): Promise<void> => {
      const content = this.drawing?.content() ?? '';
      onSaved(await bridge.call('save_board', { id: board.id, name: this.#name, content }));
    };
    this.autosave = new Autosave(save, (state) => {
      this.isSaved = state === 'saved';
      onState(state);
    });
  }

  attach(drawing: Drawing): void {
    this.drawing = drawing;
  }

  rename(name: string): void {
    this.#name = name;
    this.autosave.changed();
  }

  /** The page or the screen goes away: what is not saved goes out at once. */
  watchLeaving(): () => void {
    const flush = () => void this.autosave.flush();
    addEventListener('pagehide', flush);
    return () => {
      removeEventListener('pagehide', flush);
      flush();
    };
  }
}
