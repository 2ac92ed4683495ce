import type { LayoutItem } from '@berth/contract/profile/dashboard';
import { applyDefaults } from '@berth/contract/profile/defaults';
import type { WidgetType } from '@berth/contract/profile/widgets';
import type Type from 'typebox';
import { loadForm } from '../form-definition.ts';
import { freeRow } from './places.ts';

const SIZES: Readonly<Record<WidgetType, { w: number; h: number }>> = {
  button: { w: 3, h: 1 },
  image: { w: 3, h: 2 },
  qr: { w: 2, h: 2 },
  text: { w: 4, h: 2 },
};

/** A widget with its defaults, below those that are there. */
export async function newWidget(type: WidgetType, items: readonly LayoutItem[]): Promise<LayoutItem> {
  const { schema } = await loadForm(`widget/${type}`);
  const settings = applyDefaults(schema as Type.TSchema, type === 'qr' ? { type: 'text' } : {});
  const widget = { type, [type]: settings };
  return { id: freeId(items), x: 0, y: freeRow(items), ...SIZES[type], widget: widget as LayoutItem['widget'] };
}

function freeId(items: readonly LayoutItem[]): string {
  const taken = new Set(items.map(({ id }) => id));
  let number = items.length + 1;
  while (taken.has(`w${number}`)) number += 1;
  return `w${number}`;
}
