import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { BoardChannel, Pointer } from './board-connection.ts';
import { BoardCollaboration, type SharedDrawing } from './collaboration.ts';
import type { BoardElement } from './elements.ts';
import type { Picture } from './pictures.ts';

beforeEach(() => {
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

let nonce = 0;
const shape = (id: string, change: Partial<BoardElement> = {}): BoardElement =>
  Object.assign(
    { x: 0, y: 0, width: 9, height: 9, angle: 0, link: null },
    {
      id,
      type: 'rectangle',
      version: 1,
      versionNonce: ++nonce,
      isDeleted: false,
      ...change,
    },
  );

/** Resolves conflicts like Excalidraw: the higher version wins; of equal versions, the lower nonce. */
class Board {
  readonly shapes = new Map<string, BoardElement>();
  readonly pictures = new Map<string, Picture>();
  pointers: readonly Pointer[] = [];
  onMerge = () => {};
  readonly #drawing: SharedDrawing = {
    elements: () => [...this.shapes.values()],
    pictures: () => this.pictures,
    addPictures: async (pictures) => {
      for (const each of pictures) this.pictures.set(each.id, each);
    },
    showPointers: (pointers) => {
      this.pointers = pointers;
    },
    merge: (elements) => {
      this.onMerge();
      for (const theirs of elements) {
        const ours = this.shapes.get(theirs.id);
        const isLater = !ours || theirs.version > ours.version;
        const wins = ours?.version === theirs.version && theirs.versionNonce < ours.versionNonce;
        if (isLater || wins) this.shapes.set(theirs.id, theirs);
      }
    },
  };
  readonly collaboration: BoardCollaboration;

  constructor(name = '') {
    this.collaboration = new BoardCollaboration(
      () => this.#drawing,
      () => {},
      name,
    );
    onTestFinished(() => this.collaboration.stop());
  }

  draw(...shapes: readonly BoardElement[]): void {
    for (const each of shapes) this.shapes.set(each.id, each);
    this.collaboration.changed();
  }

  get shown(): BoardElement[] {
    return [...this.shapes.values()].filter(({ isDeleted }) => !isDeleted).sort((a, b) => (a.id < b.id ? -1 : 1));
  }
}

/** Two ends of a connection, and its transmitted messages. */
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

function join(host: Board, guest: Board, name = 'Guest'): string[] {
  const { sent, ends } = line();
  host.collaboration.join(ends[0], name);
  guest.collaboration.join(ends[1]);
  return sent;
}

type Hearing = (text: unknown) => void;

/** A guest that sends arbitrary messages. */
function visit(host: Board) {
  const close = vi.fn();
  const heard: ((text: unknown) => void)[] = [];
  const channel = { send: () => {}, waiting: () => 0, close, listen: (onText: Hearing) => void heard.push(onText) };
  host.collaboration.join(channel, 'Eve');
  return { close, hear: (text: string) => heard[0]?.(text) };
}

const settle = () => vi.advanceTimersByTimeAsync(1_000);

test('a new guest receives the whole board, and everyone sees what the others draw, move and delete', async () => {
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

test('two people who change the same element at once end up with the same board', async () => {
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

test('a congested connection receives the rest later', async () => {
  const [host, ann] = [new Board(), new Board()];
  let bytes = 1e9;
  const { ends } = line(() => bytes);
  host.draw(shape('a'));
  host.collaboration.join(ends[0]);
  ann.collaboration.join(ends[1]);
  await settle();
  expect(ann.shown).toEqual([]);
  bytes = 0;
  await settle();
  expect(ann.shown).toEqual(host.shown);
});

const photo = (id: string, length = 90_000, mimeType = 'image/png'): Picture => ({
  id,
  mimeType,
  dataURL: `data:${mimeType};base64,${'A'.repeat(length)}`,
});
const frameOf = (fileId: string, id = 'image') =>
  Object.assign(shape(id, { type: 'image' }), { fileId, scale: [1, 1], status: 'saved', crop: null });

test('merging runs less often where it takes long', async () => {
  const [host, ann] = [new Board(), new Board()];
  join(host, ann);
  await settle();
  let [merges, elapsed] = [0, 0];
  const now = performance.now.bind(performance);
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + elapsed);
  onTestFinished(() => clock.mockRestore());
  host.onMerge = () => {
    merges += 1;
    elapsed += 100;
  };
  for (let count = 0; count < 20; count++) {
    ann.draw(shape('a', { version: count + 2 }));
    await vi.advanceTimersByTimeAsync(50);
  }
  expect(merges).toBeGreaterThan(0);
  expect(merges).toBeLessThan(6);
});

test('a pasted image reaches everyone, its placeholder first, and is sent only once to each', async () => {
  const [host, ann, ben] = [new Board(), new Board(), new Board()];
  const sent = join(host, ann);
  join(host, ben);
  ann.pictures.set('p', photo('p'));
  ann.draw(frameOf('p'));
  await settle();
  for (const board of [host, ben]) {
    expect(board.pictures.get('p')).toEqual(photo('p'));
    expect(board.shown.map(({ id }) => id)).toEqual(['image']);
  }
  expect(sent.findIndex((text) => text.startsWith('['))).toBeLessThan(
    sent.findIndex((text) => text.includes('"of":3')),
  );
  expect(sent.filter((text) => text.includes('"of":3'))).toHaveLength(3);
});

test.each([
  ['too heavy', photo('p', 1_100_000)],
  ['a drawing that may lead elsewhere', photo('p', 100, 'image/svg+xml')],
])('an image that is %s stays local, including its placeholder', async (_, picture) => {
  const [host, ann] = [new Board(), new Board()];
  join(host, ann);
  ann.pictures.set('p', picture);
  ann.draw(frameOf('p'), shape('a'));
  await settle();
  expect(host.shown.map(({ id }) => id)).toEqual(['a']);
});

test('images are accepted up to the size that a board can store', async () => {
  const [host, ann] = [new Board(), new Board()];
  join(host, ann);
  for (const id of ['p', 'q', 'r', 's', 't']) ann.pictures.set(id, photo(id, 900_000));
  ann.draw(...['p', 'q', 'r', 's', 't'].map((id) => frameOf(id, id)));
  await vi.advanceTimersByTimeAsync(10_000);
  expect([...host.pictures.keys()]).toEqual(['p', 'q', 'r', 's']);
});

test("everyone sees the others' pointers and names, as the machine knows them, until they leave", async () => {
  const [host, ann, ben] = [new Board('Reception'), new Board('Somebody else'), new Board()];
  const { ends } = line();
  host.collaboration.join(ends[0], 'Ann');
  ann.collaboration.join(ends[1]);
  join(host, ben, 'Ben');
  ann.collaboration.point({ x: 10.4, y: -20 });
  host.collaboration.point({ x: 1, y: 2 });
  await settle();
  expect(host.pointers).toMatchObject([{ name: 'Ann', x: 10, y: -20 }]);
  expect(ann.pointers).toMatchObject([{ name: 'Reception', x: 1, y: 2 }]);
  expect(ben.pointers).toMatchObject([{ name: 'Reception' }, { name: 'Ann', x: 10, y: -20 }]);
  ends[0].close();
  await settle();
  expect(host.pointers).toEqual([]);
  expect(ben.pointers).toMatchObject([{ name: 'Reception' }]);
});

test('a guest who sends many pointers under many names shows one, under their own name', async () => {
  const host = new Board();
  const { hear, close } = visit(host);
  hear(
    JSON.stringify({
      pointers: [
        ['own', 'Reception', 1, 2],
        ['2', 'Ann', 3, 4],
      ],
    }),
  );
  await settle();
  expect(host.pointers).toMatchObject([{ id: '1', name: 'Eve', x: 1, y: 2 }]);
  expect(close).not.toHaveBeenCalled();
});

const piece = (change: object) =>
  JSON.stringify({ picture: 'p', type: 'image/png', at: 0, of: 2, data: 'AAAA', ...change });

test.each([
  ['no list', '{"id":"a"}'],
  ['no JSON', '['],
  ['a page inside', JSON.stringify([shape('e', { type: 'embeddable' })])],
  ['a line without numbers', JSON.stringify([{ ...shape('f', { type: 'freedraw' }), points: [['x', 1]] }])],
  ['an endless line', JSON.stringify([{ ...shape('f', { type: 'freedraw' }), points: Array(30_000).fill([0, 0]) }])],
  ['a text that is none', JSON.stringify([{ ...shape('t', { type: 'text' }), text: {}, fontSize: 20 }])],
  ['a picture from elsewhere', JSON.stringify([{ ...frameOf('p'), fileId: 'https://example.org/p.png' }])],
  ['a picture without a shape', JSON.stringify([{ ...frameOf('p'), scale: ['1', {}] }])],
  ['a drawing for a picture', piece({ type: 'image/svg+xml' })],
  ['a picture that is no base64', piece({ data: 'javascript:' })],
  ['a picture that begins in the middle', piece({ at: 1 })],
  ['a picture without end', piece({ of: 1e6 })],
  ['a pointer to nowhere', JSON.stringify({ pointers: [['1', 'Eve', null, 2]] })],
  ['a crowd of pointers', JSON.stringify({ pointers: Array(100).fill(['1', 'Eve', 1, 2]) })],
  ['a place that is none', JSON.stringify([{ ...shape('p'), x: null }])],
])('a guest who sends %s is disconnected, and nothing of it is drawn', async (_, text) => {
  const host = new Board();
  const { hear, close } = visit(host);
  hear(text);
  await settle();
  expect(close).toHaveBeenCalledOnce();
  expect(host.shown).toEqual([]);
});

test('a flood is disconnected; links are removed', async () => {
  const host = new Board();
  const { hear, close } = visit(host);
  hear(JSON.stringify([{ ...shape('a'), link: 'https://example.org', customData: {} }]));
  await settle();
  expect(host.shown).toMatchObject([{ id: 'a', link: null }]);
  expect(host.shown[0]).not.toHaveProperty('customData');
  for (let count = 0; count < 500; count++) hear('[]');
  expect(close).toHaveBeenCalled();
});

test('a guest cut off mid-change rejoins, and sees what was drawn meanwhile', async () => {
  const [host, guest] = [new Board(), new Board()];
  join(host, guest);
  await settle();
  guest.draw(shape('a'));
  guest.collaboration.stop();
  guest.draw(shape('b'));
  join(host, guest);
  await settle();
  expect(host.shown.map(({ id }) => id)).toEqual(['a', 'b']);
});
