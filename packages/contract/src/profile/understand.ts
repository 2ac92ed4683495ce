import type Type from 'typebox';
import type { Fault } from '../errors.ts';
import { checkValue } from './check.ts';
import { applyDefaults } from './defaults.ts';
import type { SchemaError } from './faults.ts';
import { isObject } from './nodes.ts';
import { pointerKeys } from './pointer.ts';

/** A value as far as its reader understands it, complete with defaults. */
export interface Understood<Value> {
  readonly value: Value;
  /** What was left out and why; null when nothing was. The agent reports it to the cloud as applyError. */
  readonly faults: string | null;
}

const FAULTS_MAX = 2_000;
/** Leaving one thing out may reveal the next fault; a value that needs more rounds is unreadable. */
const ROUNDS = 8;

/**
 * Reads a value that a newer or older writer may have produced: a field that is unknown, or whose value breaks a rule,
 * is left out and its default holds. `validate` is the schema's validator, as for checkValue.
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

/** A copy of a value without the fields that faults name; what lacks a required field is left out as a whole. */
export function withoutFaults(value: unknown, faults: readonly Fault[]): unknown {
  const limits = new Map(
    faults.filter(({ rule }) => rule === 'maxItems').map(({ path, params }) => [path, params?.limit]),
  );
  const left = new Set(faults.filter(({ rule }) => rule !== 'maxItems').map(leftOut));
  if (left.has('')) return {};
  // Each once, and nothing of what is left out already: in its place is the next entry of its list.
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

/** A required field cannot be left out: its owner goes. */
function leftOut({ path, rule }: Fault): string {
  return rule === 'required' ? path.slice(0, path.lastIndexOf('/')) : path;
}

/** The pointers to what holds the value of a pointer, but for the whole. */
function ownersOf(path: string): string[] {
  const keys = path.split('/');
  return keys.slice(2).map((_, index) => keys.slice(0, index + 2).join('/'));
}

// Entries of a list are removed from its end, so that the positions of those before them stay right.
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
