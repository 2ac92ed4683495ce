import { placeAt } from '../layers/lists.ts';
import { root } from '../layers/root.ts';
import { isObject } from '../profile/nodes.ts';
import { below, pointerKeys } from '../profile/pointer.ts';

/** A part of a definition that grows value by value; each has to fit its field. */
export class GrowingPart {
  readonly definition: Record<string, unknown> = {};

  /** Sets the value at a pointer. @returns whether it fits. */
  set(pointer: string, value: unknown): boolean {
    if (!fits(pointer, value)) return false;
    const keys = pointerKeys(pointer);
    let owner: Record<string, unknown> | unknown[] = this.definition;
    for (const [index, key] of keys.slice(0, -1).entries()) {
      const known: unknown = read(owner, key);
      const next = isObject(known) || Array.isArray(known) ? known : isIndex(keys[index + 1]) ? [] : {};
      write(owner, key, next);
      owner = next;
    }
    write(owner, keys.at(-1) ?? '', value);
    return true;
  }

  /** Adds an entry to a list whose values all fit. @returns its pointer, or undefined. */
  add(list: string, entry: Readonly<Record<string, unknown>>): string | undefined {
    const pointer = below(list, this.count(list));
    if (!Object.entries(entry).every(([key, value]) => fits(below(pointer, key), value))) return undefined;
    for (const [key, value] of Object.entries(entry)) this.set(below(pointer, key), value);
    return pointer;
  }

  /** Number of entries in a list. */
  count(list: string): number {
    const entries = pointerKeys(list).reduce<unknown>((value, key) => read(value, key), this.definition);
    return Array.isArray(entries) ? entries.length : 0;
  }
}

/** Whether a value is one for this field: its type, length and pattern. */
function fits(pointer: string, value: unknown): boolean {
  const schema = placeAt(root(), pointer)?.schema;
  if (!schema) return false;
  if (typeof value !== 'string') return schema.type === typeof value || isObject(value);
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY, pattern } = schema;
  if (schema.type !== 'string' || value.length < Number(minLength) || value.length > Number(maxLength)) return false;
  return typeof pattern !== 'string' || new RegExp(pattern, 'u').test(value);
}

function isIndex(key: string | undefined): boolean {
  return key !== undefined && /^\d+$/.test(key);
}

function read(owner: unknown, key: string): unknown {
  if (Array.isArray(owner)) return owner[Number(key)];
  return isObject(owner) ? owner[key] : undefined;
}

function write(owner: Record<string, unknown> | unknown[], key: string, value: unknown): void {
  if (Array.isArray(owner)) owner[Number(key)] = value;
  else owner[key] = value;
}
