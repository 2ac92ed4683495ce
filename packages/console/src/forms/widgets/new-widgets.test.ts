import type { LayoutItem } from '@berth/contract/profile/home';
import { ButtonWidget, QrWidget, TextWidget } from '@berth/contract/profile/widgets';
import { expect, it, vi } from 'vitest';
import { NewWidgets } from './new-widgets.ts';

const { comes } = vi.hoisted(() => ({ comes: new Map<string, PromiseWithResolvers<object>>() }));
vi.mock('../form-definition.ts', () => ({
  loadForm(id: string) {
    const form = Promise.withResolvers<object>();
    comes.set(id, form);
    return form.promise;
  },
}));
/** A layout without widgets. */
function emptyList() {
  let items: readonly LayoutItem[] = [];
  return {
    now: () => items,
    set: (next: readonly LayoutItem[]) => {
      items = next;
    },
  };
}
const schema = { type: 'object', properties: {} };

it('widgets requested before the first one is loaded get unique names and places, in order', async () => {
  const list = emptyList();
  const widgets = new NewWidgets();
  const ids = Promise.all([widgets.add('qr', list), widgets.add('text', list)]);
  for (const form of ['widget/qr', 'widget/text']) {
    await vi.waitUntil(() => comes.has(form), { timeout: 60_000 });
    comes.get(form)?.resolve({ schema });
  }
  expect(await ids).toEqual(['w1', 'w2']);
  expect(list.now()).toMatchObject([
    { id: 'w1', widget: { type: 'qr' }, y: 0, w: 2, h: 2 },
    { id: 'w2', widget: { type: 'text' }, y: 2, w: 4, h: 2 },
  ]);
});

it.each([
  ['button', ButtonWidget, { text: 'Click Me', icon: 'none' }],
  ['text', TextWidget, { text: 'Type your message here!' }],
  ['qr', QrWidget, { type: 'text', text_context: 'https://berth.example/' }],
] as const)('an added %s has its defaults', async (type, widgetSchema, defaults) => {
  comes.clear();
  const list = emptyList();
  const added = new NewWidgets().add(type, list);
  await vi.waitUntil(() => comes.has(`widget/${type}`), { timeout: 60_000 });
  comes.get(`widget/${type}`)?.resolve({ schema: widgetSchema });
  await added;
  expect(list.now()).toMatchObject([{ widget: { type, [type]: defaults } }]);
});

it('a form that fails to load does not block other widgets', async () => {
  comes.clear();
  const list = emptyList();
  const widgets = new NewWidgets();
  const lost = widgets.add('image', list);
  const added = widgets.add('button', list);
  await vi.waitUntil(() => comes.has('widget/image'), { timeout: 60_000 });
  comes.get('widget/image')?.reject(new Error('no network'));
  await expect(lost).rejects.toThrow('no network');
  await vi.waitUntil(() => comes.has('widget/button'), { timeout: 60_000 });
  comes.get('widget/button')?.resolve({ schema });
  expect(await added).toBe('w1');
  expect(list.now()).toHaveLength(1);
});
