import type { Fault } from '@berth/contract/errors';
import { inWords } from '@berth/contract/pattern-words';
import { faultsOf } from '@berth/contract/profile/faults';
import type Type from 'typebox';
import { compileAddressSchema, compileSchema, compileToFirst, type SchemaCheck } from '../platform/schema.ts';

const FAULTS_MAX = 100;

/** Returns the faults of a value; parameters and queries are converted in place. */
export type Check = (value: unknown) => readonly Fault[];

/** All faults are looked for in values of this size; in larger ones, a validator could report millions. */
const VALUES_LISTED_MAX = 20_000;

/** Checks a JSON body or a reply. Of a very large value, only the first fault is reported. */
export function checkBody(schema: Type.TSchema): Check {
  const [first, all] = [toCheck(compileToFirst(schema)), toCheck(compileSchema(schema))];
  return (value) => {
    const found = first(value);
    return found.length === 0 || holdsMore(value, VALUES_LISTED_MAX) ? found : all(value);
  };
}

function holdsMore(root: unknown, limit: number): boolean {
  const waiting = [root];
  let values = 0;
  for (let next = waiting.pop(); next !== undefined && values <= limit; next = waiting.pop()) {
    values += 1;
    if (typeof next !== 'object' || next === null) continue;
    for (const inner of Object.values(next)) waiting.push(inner);
  }
  return values > limit;
}

/** Checks the parameters of a path or query. */
export function checkAddress(schema: Type.TSchema): Check {
  return toCheck(compileAddressSchema(schema));
}

function toCheck(check: SchemaCheck): Check {
  return (value) => inWords(faultsOf(check(value)).slice(0, FAULTS_MAX));
}

const DEPTH_MAX = 64;
/** More than any declaration needs, and the most expensive kind of junk: each copy of half a million takes a second. */
const FIELDS_MAX = 20_000;

/** An object or list that is being read, and how far. */
interface Level {
  readonly value: object;
  /** Of an object; a list has none. */
  readonly keys: readonly string[] | undefined;
  at: number;
}

/**
 * Rejects what no schema covers but the database cannot store: PostgreSQL text cannot contain NUL, and jsonb no lone
 * surrogates. Deeper nesting than any declaration needs is an attack on recursive code, so this function does not
 * recurse. It takes memory for the levels only, not for each value.
 */
export function unstorable(root: unknown): Fault | undefined {
  const levels: Level[] = [];
  const enter = (value: unknown): Fault | undefined => {
    if (typeof value === 'string') return isStorableText(value) ? undefined : textFault(pathOf(levels));
    if (typeof value !== 'object' || value === null) return undefined;
    if (levels.length === DEPTH_MAX) {
      return { path: pathOf(levels), rule: 'maxDepth', message: `must not nest deeper than ${DEPTH_MAX} levels` };
    }
    const keys = Array.isArray(value) ? undefined : Object.keys(value);
    if (keys && keys.length > FIELDS_MAX) {
      const message = `must not have more than ${FIELDS_MAX} fields`;
      return { path: pathOf(levels), rule: 'maxProperties', message, params: { limit: FIELDS_MAX } };
    }
    levels.push({ value, keys, at: -1 });
    return undefined;
  };
  let fault = enter(root);
  for (let level = levels.at(-1); level && !fault; level = levels.at(-1)) {
    level.at += 1;
    const { value, keys, at } = level;
    const key = keys ? keys[at] : at < Number(Reflect.get(value, 'length')) ? at : undefined;
    if (key === undefined) levels.pop();
    else if (typeof key === 'string' && !isStorableText(key)) fault = textFault(pathOf(levels.slice(0, -1)));
    else fault = enter(Reflect.get(value, key));
  }
  return fault;
}

function pathOf(levels: readonly Level[]): string {
  return levels.map(({ keys, at }) => `/${escapePointer(keys?.[at] ?? String(at))}`).join('');
}

/** Whether PostgreSQL stores this text unchanged. */
function isStorableText(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

function textFault(path: string): Fault {
  return { path, rule: 'text', message: 'must not contain NUL characters or unpaired surrogates' };
}

/** RFC 6901, section 3. */
function escapePointer(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}
