import type { BridgeMethodName } from '@berth/contract/bridge/methods';
import type { Drawing } from '@berth/web/board/canvas.tsx';
import type { SceneElement } from '@berth/web/board/scene.ts';
import { expect, onTestFinished, test, vi } from 'vitest';
import { type Bridge, BridgeError } from '../bridge/bridge.ts';
import { BoardDocument } from './board-document.ts';

const BOARD = { id: 'b', name: 'Sketch', changedAt: '2026-01-01T00:00:00Z' };

/** An agent that stores one board, and records saves. */
class Agent {
  readonly asked: { readonly method: string; readonly input: Readonly<Record<string, string>> }[] = [];
  content = '';
  changes: string[] = [];
  #saves = 0;
  readonly bridge: Bridge = {
    call: (async (method: BridgeMethodName, input: Readonly<Record<string, string>>) => {
      const { content = '', change = '', revision } = input;
      const current = `r${this.#saves}`;
      if (method === 'load_board') return { ...BOARD, content: this.content, revision: current, changes: this.changes };
      this.asked.push({ method, input });
      if (method === 'change_board') {
        if (revision !== current) throw new BridgeError('revision-conflict', '');
        this.changes.push(change);
        return BOARD;
      }
      this.#saves += 1;
      this.content = content;
      this.changes = [];
      return { ...BOARD, revision: `r${this.#saves}` };
    }) as unknown as Bridge['call'],
    watchPictures: async () => {},
  };

  /** Saves like another page that has the board open. */
  saveElsewhere(): void {
    this.#saves += 1;
  }
}

let nonce = 0;
const shape = (id: string, change: object = {}): SceneElement => {
  const fixed = { id, type: 'rectangle', version: 1, versionNonce: ++nonce, isDeleted: false };
  return { ...fixed, index: `a${id}`, ...change };
};

function open(agent: Agent, elements: SceneElement[]) {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const boardDocument = new BoardDocument(
    agent.bridge,
    BOARD,
    () => {},
    () => {},
  );
  boardDocument.drawing = { scene: () => ({ elements, appState: {}, files: {} }) } as unknown as Drawing;
  const save = async (): Promise<string | undefined> => {
    boardDocument.autosave.changed();
    await boardDocument.autosave.flush();
    expect(boardDocument.isSaved).toBe(true);
    return agent.asked.at(-1)?.method;
  };
  return { boardDocument, save };
}

test('a new board is saved as a whole, every later stroke as a difference, and all of it is restored', async () => {
  const agent = new Agent();
  const elements = [shape('1'), shape('2')];
  const { save } = open(agent, elements);
  expect(await save()).toBe('save_board');
  elements.push(shape('3'));
  expect(await save()).toBe('change_board');
  expect(agent.changes.at(-1)).not.toContain('"id":"1"');
  expect((await open(agent, []).boardDocument.load())?.elements).toEqual(elements);
});

test('the first difference is based on the loaded scene', async () => {
  const agent = new Agent();
  const elements = [shape('1'), shape('2')];
  await open(agent, elements).save();
  const { boardDocument, save } = open(agent, elements);
  await boardDocument.load();
  elements.pop();
  expect(await save()).toBe('change_board');
  expect((await open(agent, []).boardDocument.load())?.elements).toEqual(elements);
});

test('another page’s save, and a large change, are followed by a whole save', async () => {
  const agent = new Agent();
  const elements = [shape('1')];
  const { save } = open(agent, elements);
  await save();
  agent.saveElsewhere();
  elements.push(shape('2'));
  expect(await save()).toBe('save_board');
  elements.push(shape('3', { text: 'x'.repeat(300_000) }));
  expect(await save()).toBe('save_board');
  elements.push(shape('4'));
  expect(await save()).toBe('change_board');
  expect((await open(agent, []).boardDocument.load())?.elements).toEqual(elements);
});
