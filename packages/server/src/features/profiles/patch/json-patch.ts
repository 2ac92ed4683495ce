import { isDeepStrictEqual } from 'node:util';
import type { Fault } from '@berth/contract/errors';
import { PROFILE_BYTES_MAX } from '@berth/contract/limits';
import { applyPatch, type Operation } from 'rfc6902';
import { ApiError } from '../../../http/api-error.ts';
import { locate, tokensOf } from './pointer.ts';

const OPERATIONS = ['add', 'remove', 'replace', 'move', 'copy', 'test'] as const;

/** The document is a field of a holder, so that the pointer "" has a parent, too. */
const HELD = 'document';

/**
 * Applies a JSON Patch (RFC 6902) to a document, which it mutates; throws 'invalid-patch' with the operation. Returns the
 * result; undefined if the whole document was removed.
 */
export function jsonPatch(document: object, operations: readonly Readonly<Record<string, unknown>>[]): unknown {
  const holder: { [HELD]?: unknown } = { [HELD]: document };
  let copied = 0;
  operations.forEach((given, index) => {
    const refuse = (rule: string, message: string): never => {
      const faults: Fault[] = [{ path: `/${index}`, rule, message }];
      throw new ApiError('invalid-patch', `Operation ${index}: ${message}.`, faults);
    };
    const operation = readOperation(given, refuse);
    const find = (pointer: string) => locate(holder, [HELD, ...tokensOf(pointer, refuse)]);
    const source = 'from' in operation ? find(operation.from) : undefined;
    if (source && !source.exists) refuse('missing', `the value at "from" of ${operation.op} does not exist`);
    const target = find(operation.path);
    const adds = operation.op === 'add' || operation.op === 'move' || operation.op === 'copy';
    if (!target.parentExists || (adds ? !target.insertable : !target.exists)) {
      refuse('missing', `${operation.path} does not exist`);
    }
    // Copies of copies grow exponentially: their total size is limited like a body's.
    if (operation.op === 'copy') copied += JSON.stringify(source?.value).length;
    if (copied > PROFILE_BYTES_MAX) refuse('size', 'copies more than a profile can hold');
    if (operation.op === 'test') {
      if (!isDeepStrictEqual(target.value, operation.value)) refuse('test', `${operation.path} has a different value`);
      return;
    }
    const [error] = applyPatch(holder, [held(operation)]);
    if (error) refuse('missing', error.message);
  });
  return holder[HELD];
}

/** Converts an operation to paths from the holder. */
function held(operation: Operation): Operation {
  const path = `/${HELD}${operation.path}`;
  return 'from' in operation ? { ...operation, path, from: `/${HELD}${operation.from}` } : { ...operation, path };
}

function readOperation(given: Readonly<Record<string, unknown>>, refuse: (rule: string, message: string) => never) {
  const { op, path, from } = given;
  const known = OPERATIONS.find((name) => name === op);
  if (!known) return refuse('operation', `op must be one of ${OPERATIONS.join(', ')}`);
  if (typeof path !== 'string') return refuse('pointer', 'path must be a JSON pointer');
  if (known === 'move' || known === 'copy') {
    if (typeof from !== 'string') return refuse('pointer', 'from must be a JSON pointer');
    if (known === 'move' && path.startsWith(`${from}/`)) return refuse('pointer', 'cannot move a value into itself');
    return { op: known, path, from } satisfies Operation;
  }
  if (known === 'remove') return { op: known, path } satisfies Operation;
  if (!Object.hasOwn(given, 'value')) return refuse('value', 'needs a value');
  return { op: known, path, value: given.value } satisfies Operation;
}
