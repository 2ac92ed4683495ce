import type Type from 'typebox';
import type { Fault } from '../errors.ts';
import { checkValue } from './check.ts';
import { applyDefaults } from './defaults.ts';
import type { SchemaError } from './faults.ts';
import { isObject } from './nodes.ts';
import { pointerKeys } from './pointer.ts';

/** The valid part of a value, with defaults. */
export interface Understood<Value> {
  readonly value: Value;
  /** What was omitted and why; null for nothing. The agent reports it to the cloud as applyError. */
  readonly faults: string | null;
}

const FAULTS_MAX = 2_000;
/** Omitting one field may reveal the next fault; a value that needs more rounds is unreadable. */
const ROUNDS = 8;

/**
 * Reads a value that may come from a newer or older version: unknown fields are omitted, and invalid values replaced by
 * their defaults. `validate` is the schema's validator, as for checkValue.
 */
export function understand<Schema extends Type.TSchema>(
  schema: Schema,
  given: unknown,
  validate: (value: unknown) => readonly SchemaError[],
): Understood<Type.Static<Schema>> {
  let candidate = given;
  const found: string[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const { value, faults } = checkValue({ ...schema }, candidate, validate);
    if (faults.length === 0) return { value: value as Type.Static<Schema>, faults: summary(found) };
    found.push(...faults.map(({ path, message }) => `${path || '/'} ${message}`));
    candidate = withoutFaults(candidate, faults);
  }
  return { value: applyDefaults(schema, {}), faults: summary(found) };
}

/** A copy of a value without its invalid fields; an object that lacks a required field is omitted. */
export function withoutFaults(value: unknown, faults: readonly Fault[]): unknown {
  const limits = new Map(
    faults.filter(({ rule }) => rule === 'maxItems').map(({ path, params }) => [path, params?.limit]),
  );
  const left = new Set(faults.filter(({ rule }) => rule !== 'maxItems').map(leftOut));
  if (left.has('')) return {};
  // Each once, and nothing inside what is already omitted: its position now holds the list's next entry.
  const paths = [...new Set([...limits.keys(), ...left])].filter(
    (path) => !ownersOf(path).some((each) => left.has(each)),
  );
  const copy = structuredClone(value);
  for (const path of paths.toSorted(lastFirst)) {
    if (left.has(path)) leaveOut(copy, path);
    else shorten(copy, path, Number(limits.get(path)));
  }
  return copy;
}

/** A required field cannot be omitted alone: its owner is. */
function leftOut({ path, rule }: Fault): string {
  return rule === 'required' ? path.slice(0, path.lastIndexOf('/')) : path;
}

/** The pointers to the containers of a value, except the root. */
function ownersOf(path: string): string[] {
  const keys = path.split('/');
  return keys.slice(2).map((_, index) => keys.slice(0, index + 2).join('/'));
}

// A list's entries are removed from its end, so that earlier positions stay valid.
function lastFirst(a: string, b: string): number {
  return b.localeCompare(a, 'en', { numeric: true });
}

function leaveOut(root: unknown, path: string): void {
  const keys = pointerKeys(path);
  const owner = keys.slice(0, -1).reduce<unknown>(fieldOf, root);
  const [last = ''] = keys.slice(-1);
  if (Array.isArray(owner)) owner.splice(Number(last), 1);
  else if (isObject(owner)) Reflect.deleteProperty(owner, last);
}

function shorten(root: unknown, path: string, limit: number): void {
  const list = pointerKeys(path).reduce<unknown>(fieldOf, root);
  if (Array.isArray(list)) list.splice(limit);
}

function fieldOf(node: unknown, key: string): unknown {
  if (Array.isArray(node)) return node[Number(key)];
  return isObject(node) && Object.hasOwn(node, key) ? node[key] : undefined;
}

function summary(found: readonly string[]): string | null {
  return found.length === 0 ? null : [...new Set(found)].join('; ').slice(0, FAULTS_MAX);
}
