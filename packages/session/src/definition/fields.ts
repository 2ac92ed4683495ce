import { isObject } from '@berth/contract/profile/nodes';
/**
 * Reads a profile definition that may be newer or older than this page: what is missing or of another kind is as if it
 * were not set. The session must show what it understands (issue: "shown as far as it is understood").
 */
export type Fields = Readonly<Record<string, unknown>>;
const NONE: Fields = {};

/** The object at a path; without any, an empty one. */
export function fieldsAt(value: unknown, ...path: readonly string[]): Fields {
  let there = value;
  for (const key of path) there = isObject(there) ? there[key] : undefined;
  return isObject(there) ? there : NONE;
}

export function textOf(fields: Fields, key: string, byDefault = ''): string {
  const value = fields[key];
  return typeof value === 'string' ? value : byDefault;
}

export function flagOf(fields: Fields, key: string, byDefault: boolean): boolean {
  const value = fields[key];
  return typeof value === 'boolean' ? value : byDefault;
}

/** A number within its range; another number is taken to the nearer end. */
export function numberOf(fields: Fields, key: string, range: { min: number; max: number; default: number }): number {
  const value = fields[key];
  if (typeof value !== 'number' || Number.isNaN(value)) return range.default;
  return Math.min(range.max, Math.max(range.min, value));
}

/** A color as # and six hex digits; anything else could carry more than a color into a style. */
export function colorOf(fields: Fields, key: string, byDefault: string): string {
  const value = textOf(fields, key);
  return /^#[0-9a-f]{6}$/i.test(value) ? value : byDefault;
}

/** A picture inside the definition; undefined for anything but a data URL of a picture. */
export function pictureOf(fields: Fields, key: string): string | undefined {
  const value = textOf(fields, key);
  return /^data:image\/[a-z+]+;base64,[A-Za-z0-9+/=]+$/.test(value) ? value : undefined;
}

export function listOf(fields: Fields, key: string): readonly Fields[] {
  const value = fields[key];
  return Array.isArray(value) ? value.filter(isObject) : [];
}
