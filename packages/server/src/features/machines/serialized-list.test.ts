import { expect, test } from 'vitest';
import { SerializedList } from './serialized-list.ts';

interface Item {
  readonly id: string;
  readonly name: string;
}

const itemOf = (n: number): Item => ({ id: `id ${n}`, name: n % 3 === 0 ? `Gerät Ñ 机 ${n}` : `Machine ${n}` });

function listOf(items: readonly Item[]): Promise<SerializedList<string, Item>> {
  return SerializedList.of(
    items,
    ({ id }) => id,
    (item) => item,
  );
}

test('holds its items as JSON', async () => {
  for (const count of [0, 1, 2, 500, 501, 1_700]) {
    const items = Array.from({ length: count }, (_, n) => itemOf(n));
    const list = await listOf(items);
    expect(JSON.parse(list.bytes.toString())).toEqual(items);
    expect(list.length).toBe(count);
    expect(list.find('id 0')).toEqual(items[0]);
    expect(list.find(`id ${count - 1}`)).toEqual(items.at(-1));
    expect(list.find('none')).toBeUndefined();
  }
});

test('replaces items by longer and shorter ones, again and again', async () => {
  const items = Array.from({ length: 1_200 }, (_, n) => itemOf(n));
  let list = await listOf(items);
  const untouched = list;
  for (const places of [[0], [1_199], [0, 1, 2], [1_199, 3, 700], [], items.map((_, place) => place)]) {
    const changed = places.map((place): [string, Item] => {
      const item = { id: `id ${place}`, name: '名'.repeat((place * 7 + places.length) % 11) };
      items[place] = item;
      return [item.id, item];
    });
    list = list.with(new Map(changed));
    expect(JSON.parse(list.bytes.toString())).toEqual(items);
    for (const [id, item] of changed) expect(list.find(id)).toEqual(item);
    expect(list.find('id 701')).toEqual(items[701]);
  }
  expect(untouched.find('id 3')).toEqual(itemOf(3));
});
