import type { Fault } from '@berth/contract/errors';
import { isObject } from '@berth/contract/profile/nodes';

/** Fields that distinguish entries at a glance, most specific first. */
const TELLING = ['url', 'default_host', 'host', 'user', 'value', 'content', 'video'];

/** The summary of an entry in a closed row. */
export interface Summary {
  readonly name: string;
  readonly detail: string | undefined;
  /** Set if entries have an icon. */
  readonly icon: unknown;
  readonly picture: string | undefined;
}

/** @param nameField the field that names entries; an entry without one has the given name. */
export function summaryOf(entry: unknown, nameField: string | undefined, unnamed: string): Summary {
  const fields = isObject(entry) ? entry : {};
  const name = textIn(fields, nameField ?? '');
  const detail = TELLING.map((field) => textIn(fields, field)).find((text) => text !== undefined && text !== name);
  return {
    name: name ?? unnamed,
    detail,
    icon: fields.icon,
    picture: fields.type === 'image' ? textIn(fields, 'image') : undefined,
  };
}

/** Number of faults in each entry of the list at the path. */
export function faultsByEntry(faults: readonly Fault[], path: string): ReadonlyMap<number, number> {
  const prefix = path === '' ? '/' : `/${path.replaceAll('.', '/')}/`;
  const counts = new Map<number, number>();
  for (const fault of faults) {
    if (!fault.path.startsWith(prefix)) continue;
    const index = Number.parseInt(fault.path.slice(prefix.length), 10);
    if (!Number.isNaN(index)) counts.set(index, (counts.get(index) ?? 0) + 1);
  }
  return counts;
}

function textIn(fields: Readonly<Record<string, unknown>>, field: string): string | undefined {
  const value = fields[field];
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}
