import type { Fault } from '@berth/contract/errors';
import { faultsOf } from '@berth/contract/profile/faults';
import type Type from 'typebox';
import { compileAddressSchema, compileSchema, type SchemaCheck } from '../platform/schema.ts';

const FAULTS_MAX = 100;

/** Finds what is wrong with a value, as a caller is told; parameters and queries are converted in place. */
export type Check = (value: unknown) => readonly Fault[];

/** The rules for a JSON body, or for a reply. */
export function checkBody(schema: Type.TSchema): Check {
  return toCheck(compileSchema(schema));
}

/** The rules for the parameters in a path or in a query. */
export function checkAddress(schema: Type.TSchema): Check {
  return toCheck(compileAddressSchema(schema));
}

function toCheck(check: SchemaCheck): Check {
  return (value) => faultsOf(check(value)).slice(0, FAULTS_MAX);
}

const DEPTH_MAX = 64;

/**
 * What no schema says and the database would stumble over: PostgreSQL's text cannot hold NUL, its jsonb no lone
 * surrogate, and what is nested deeper than anything we declare is an attack on whoever recurses. Walks without
 * recursion for that reason.
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

/** Whether PostgreSQL keeps this text as it is. */
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
