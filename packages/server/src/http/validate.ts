import type { Fault } from '@berth/contract/errors';
import { faultsOf } from '@berth/contract/profile/faults';
import type Type from 'typebox';
import { compileAddressSchema, compileSchema, type SchemaCheck } from '../platform/schema.ts';

const FAULTS_MAX = 100;

/** Returns the faults of a value; parameters and queries are converted in place. */
export type Check = (value: unknown) => readonly Fault[];

/** Checks a JSON body or a reply. */
export function checkBody(schema: Type.TSchema): Check {
  return toCheck(compileSchema(schema));
}

/** Checks the parameters of a path or query. */
export function checkAddress(schema: Type.TSchema): Check {
  return toCheck(compileAddressSchema(schema));
}

function toCheck(check: SchemaCheck): Check {
  return (value) => faultsOf(check(value)).slice(0, FAULTS_MAX);
}

const DEPTH_MAX = 64;

/**
 * Rejects what no schema covers but the database cannot store: PostgreSQL text cannot contain NUL, and jsonb no lone
 * surrogates. Deeper nesting than any declaration needs is an attack on recursive code, so this function does not
 * recurse.
 */
export function unstorable(root: unknown): Fault | undefined {
  const waiting = [{ value: root, path: '', depth: 0 }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { value, path, depth } = next;
    if (typeof value === 'string') {
      if (!isStorableText(value)) return textFault(path);
    } else if (typeof value === 'object' && value !== null) {
      if (depth === DEPTH_MAX) {
        return { path, rule: 'maxDepth', message: `must not nest deeper than ${DEPTH_MAX} levels` };
      }
      for (const [key, child] of Object.entries(value)) {
        if (!isStorableText(key)) return textFault(path);
        waiting.push({ value: child, path: `${path}/${escapePointer(key)}`, depth: depth + 1 });
      }
    }
  }
  return undefined;
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
