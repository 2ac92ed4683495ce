import { applyDefaults } from '@berth/contract/profile/defaults';
import type { LayoutItem } from '@berth/contract/profile/home';
import type { WidgetType } from '@berth/contract/profile/widgets';
import type Type from 'typebox';
import { loadForm } from '../form-definition.ts';
import { retryLoads } from '../load-once.tsx';
import { freeRow } from './places.ts';

const SIZES: Readonly<Record<WidgetType, { w: number; h: number }>> = {
  button: { w: 3, h: 1 },
  image: { w: 3, h: 2 },
  qr: { w: 2, h: 2 },
  text: { w: 4, h: 2 },
};

/** The current widgets of a layout. */
export interface WidgetList {
  readonly now: () => readonly LayoutItem[];
  readonly set: (items: readonly LayoutItem[]) => void;
}

/** Adds widgets in the requested order, even if the first one's form is still loading. */
export class NewWidgets {
  #last: Promise<unknown> = Promise.resolve();

  /** Adds a widget with its defaults, below the others; resolves with its ID. */
  add(type: WidgetType, list: WidgetList): Promise<string> {
    const added = this.#last.then(async () => {
      const widget = await freshWidget(type);
      const items = list.now();
      const id = freeId(items);
      list.set([...items, { id, x: 0, y: freeRow(items), ...SIZES[type], widget }]);
      return id;
    });
    this.#last = added.catch(() => undefined);
    return added;
  }
}

async function freshWidget(type: WidgetType): Promise<LayoutItem['widget']> {
  retryLoads();
  const { schema } = await loadForm(`widget/${type}`);
  const settings = applyDefaults(schema as Type.TSchema, type === 'qr' ? { type: 'text' } : {});
  return { type, [type]: settings } as LayoutItem['widget'];
}

function freeId(items: readonly LayoutItem[]): string {
  const taken = new Set(items.map(({ id }) => id));
  let number = items.length + 1;
  while (taken.has(`w${number}`)) number += 1;
  return `w${number}`;
}
