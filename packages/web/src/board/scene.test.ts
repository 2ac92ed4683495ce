import { expect, test } from 'vitest';
import { markOf, readScene, type Scene, type SceneElement, writeChange, writeScene } from './scene.ts';

let nonce = 0;
const shape = (id: string, index: string, change: object = {}): SceneElement => {
  const fixed = { id, type: 'rectangle', version: 1, versionNonce: ++nonce, isDeleted: false };
  return { ...fixed, index, ...change };
};
const picture = (id: string) => ({ id, mimeType: 'image/png', dataURL: 'data:image/png;base64,AAAA' });
const scene = (...elements: readonly SceneElement[]): Scene => ({ elements, appState: {}, files: {} });

test('applying changes to a saved scene restores the same board: drawn, changed, deleted, moved to the front', () => {
  const [a, b, c] = [shape('a', 'a0'), shape('b', 'a1'), shape('c', 'a2')];
  const kept = scene(a, b, c);
  const second = scene(b, shape('a', 'a3'), shape('d', 'a4'));
  const third: Scene = { ...scene(shape('d', 'a00'), ...second.elements.slice(0, 2)), appState: { gridSize: 20 } };
  const changes = [writeChange(second, markOf(kept)), writeChange(third, markOf(second))];
  expect(readScene(writeScene(kept), changes)).toEqual(third);
});

test('unchanged elements are not written again, however full the board', () => {
  const many = Array.from({ length: 1_000 }, (_, at) => shape(`e${at}`, `b${String(at).padStart(4, '0')}`));
  const mark = markOf(scene(...many));
  Object.assign(many[7] ?? {}, { versionNonce: -1 });
  const change = JSON.parse(writeChange(scene(...many, shape('new', 'c0')), mark));
  expect(change.elements.map(({ id }: SceneElement) => id)).toEqual(['e7', 'new']);
  expect(change.gone).toEqual([]);
});

test('an image is written once, and removed with its last placeholder', () => {
  const place = shape('p', 'a0', { type: 'image', fileId: 'f' });
  const first: Scene = { ...scene(place), files: { f: picture('f') } };
  const drawn: Scene = { ...first, elements: [place, shape('q', 'a1')] };
  const one = writeChange(first, markOf(scene()));
  const two = writeChange(drawn, markOf(first));
  expect(two).not.toContain('base64');
  expect(readScene('', [one, two])).toEqual(drawn);
  const three = writeChange(scene(), markOf(drawn));
  expect(readScene('', [one, two, three])).toEqual(scene());
});

test('elements without an index keep their order', () => {
  const [a, b] = [shape('a', ''), shape('b', '')].map(({ index, ...element }) => element) as [
    SceneElement,
    SceneElement,
  ];
  expect(readScene(writeScene(scene(b, a)), [])).toEqual(scene(b, a));
  expect(readScene('', [])).toBeNull();
});
