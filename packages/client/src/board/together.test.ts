import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { BoardElement } from './elements.ts';
import type { BoardChannel } from './line.ts';
import { Together } from './together.ts';

beforeEach(() => {
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

let nonce = 0;
const shape = (id: string, change: Partial<BoardElement> = {}): BoardElement =>
  Object.assign(
    { x: 0, y: 0, width: 9, height: 9, angle: 0, link: null },
    {
      ...{ id, type: 'rectangle', version: 1, versionNonce: ++nonce, isDeleted: false },
      ...change,
    },
  );

/** A board that settles changes as Excalidraw does: the later version wins, of two the one with the lower nonce. */
class Board {
  readonly shapes = new Map<string, BoardElement>();
  readonly together = new Together(() => ({
    elements: () => [...this.shapes.values()],
    merge: (elements) => {
      for (const theirs of elements) {
        const ours = this.shapes.get(theirs.id);
        const isLater = !ours || theirs.version > ours.version;
        const wins = ours?.version === theirs.version && theirs.versionNonce < ours.versionNonce;
        if (isLater || wins) this.shapes.set(theirs.id, theirs);
      }
    },
  }));

  constructor() {
    onTestFinished(() => this.together.stop());
  }

  draw(...shapes: readonly BoardElement[]): void {
    for (const each of shapes) this.shapes.set(each.id, each);
    this.together.changed();
  }

  get shown(): BoardElement[] {
    return [...this.shapes.values()].filter(({ isDeleted }) => !isDeleted).sort((a, b) => (a.id < b.id ? -1 : 1));
  }
}

/** Two ends of a line, with what went over it. */
function line(waiting = () => 0) {
  const sent: string[] = [];
  const texts = [(_: unknown) => {}, (_: unknown) => {}];
  const closes = [() => {}, () => {}];
  const close = () => {
    for (const each of closes) each();
  };
  const end = (own: 0 | 1): BoardChannel => ({
    send: (text) => {
      sent.push(text);
      queueMicrotask(() => texts[1 - own]?.(text));
    },
    waiting,
    close,
    listen: (onText, onClose) => {
      texts[own] = onText;
      closes[own] = onClose;
    },
  });
  return { sent, ends: [end(0), end(1)] as const };
}

function join(host: Board, guest: Board): string[] {
  const { sent, ends } = line();
  host.together.join(ends[0]);
  guest.together.join(ends[1]);
  return sent;
}

/** Somebody who says whatever they like. */
function visit(host: Board) {
  const close = vi.fn();
  const heard: ((text: unknown) => void)[] = [];
  host.together.join({ send: () => {}, waiting: () => 0, close, listen: (onText) => void heard.push(onText) });
  return { close, hear: (text: string) => heard[0]?.(text) };
}

const settle = () => vi.advanceTimersByTimeAsync(1_000);

test('who joins gets the whole board; what one draws, moves and deletes the others see', async () => {
  const [host, ann, ben] = [new Board(), new Board(), new Board()];
  host.draw(shape('a'));
  join(host, ann);
  join(host, ben);
  await settle();
  ann.draw(shape('b'));
  ben.draw(shape('c'));
  await settle();
  expect(host.shown.map(({ id }) => id)).toEqual(['a', 'b', 'c']);
  ben.draw(shape('a', { version: 2, isDeleted: true }), shape('b', { version: 5 }));
  await settle();
  for (const board of [host, ann]) expect(board.shown).toEqual(ben.shown);
  expect(ben.shown.map(({ id, version }) => `${id}${version}`)).toEqual(['b5', 'c1']);
});

test('two who change the same thing at once end up with the same board', async () => {
  const [host, ann, ben] = [new Board(), new Board(), new Board()];
  host.draw(shape('a'));
  join(host, ann);
  join(host, ben);
  await settle();
  ann.draw(shape('a', { version: 2 }));
  ben.draw(shape('a', { version: 2 }));
  host.draw(shape('a', { version: 2 }));
  await settle();
  expect(ann.shown).toEqual(host.shown);
  expect(ben.shown).toEqual(host.shown);
});

test('on a board of 10,000 elements a stroke is sent, not the board', async () => {
  const [host, ann] = [new Board(), new Board()];
  host.draw(...Array.from({ length: 10_000 }, (_, index) => shape(`s${index}`)));
  const sent = join(host, ann);
  await settle();
  expect(ann.shown).toHaveLength(10_000);
  sent.length = 0;
  ann.draw(shape('new'));
  await settle();
  expect(sent).toHaveLength(1);
  expect(sent[0]?.length).toBeLessThan(500);
});

test('a line that is full gets the rest later', async () => {
  const [host, ann] = [new Board(), new Board()];
  let bytes = 1e9;
  const { ends } = line(() => bytes);
  host.draw(shape('a'));
  host.together.join(ends[0]);
  ann.together.join(ends[1]);
  await settle();
  expect(ann.shown).toEqual([]);
  bytes = 0;
  await settle();
  expect(ann.shown).toEqual(host.shown);
});

test.each([
  ['no list', '{"id":"a"}'],
  ['no JSON', '['],
  ['a page inside', JSON.stringify([shape('e', { type: 'embeddable' })])],
  ['a line without numbers', JSON.stringify([{ ...shape('f', { type: 'freedraw' }), points: [['x', 1]] }])],
  ['an endless line', JSON.stringify([{ ...shape('f', { type: 'freedraw' }), points: Array(30_000).fill([0, 0]) }])],
  ['a text that is none', JSON.stringify([{ ...shape('t', { type: 'text' }), text: {}, fontSize: 20 }])],
  ['a place that is none', JSON.stringify([{ ...shape('p'), x: null }])],
])('who sends %s is cut off, and nothing of it is drawn', async (_, text) => {
  const host = new Board();
  const { hear, close } = visit(host);
  hear(text);
  await settle();
  expect(close).toHaveBeenCalledOnce();
  expect(host.shown).toEqual([]);
});

test('a flood is cut off; links are left out', async () => {
  const host = new Board();
  const { hear, close } = visit(host);
  hear(JSON.stringify([{ ...shape('a'), link: 'https://example.org', customData: {} }]));
  await settle();
  expect(host.shown).toMatchObject([{ id: 'a', link: null }]);
  expect(host.shown[0]).not.toHaveProperty('customData');
  for (let count = 0; count < 500; count++) hear('[]');
  expect(close).toHaveBeenCalled();
});
