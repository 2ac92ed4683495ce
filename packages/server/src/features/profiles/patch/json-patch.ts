import { isDeepStrictEqual } from 'node:util';
import type { Fault } from '@berth/contract/errors';
import { PROFILE_BYTES_MAX } from '@berth/contract/limits';
import { applyPatch, type Operation } from 'rfc6902';
import { Problem } from '../../../http/problem.ts';
import { locate, tokensOf } from './pointer.ts';

const OPERATIONS = ['add', 'remove', 'replace', 'move', 'copy', 'test'] as const;

/** Applies a JSON Patch (RFC 6902) to a document that may be changed; throws 'invalid-patch' naming the operation. */
export function jsonPatch(document: object, operations: readonly Readonly<Record<string, unknown>>[]): void {
  let copied = 0;
  operations.forEach((given, index) => {
    const refuse = (rule: string, message: string): never => {
      const faults: Fault[] = [{ path: `/${index}`, rule, message }];
      throw new Problem('invalid-patch', `Operation ${index}: ${message}.`, faults);
    };
    const operation = readOperation(given, refuse);
    const source = 'from' in operation ? locate(document, tokensOf(operation.from, refuse)) : undefined;
    if (source && !source.exists) refuse('missing', `there is nothing at ${operation.op} from`);
    const target = locate(document, tokensOf(operation.path, refuse));
    const adds = operation.op === 'add' || operation.op === 'move' || operation.op === 'copy';
    if (!target.parentExists || (adds ? !target.insertable : !target.exists)) {
      refuse('missing', `there is no ${operation.path}`);
    }
    // A copy of a copy doubles: what all copies add up to is bounded like a body.
    if (operation.op === 'copy') copied += JSON.stringify(source?.value).length;
    if (copied > PROFILE_BYTES_MAX) refuse('size', 'copies more than a profile may hold');
    if (operation.op === 'test') {
      if (!isDeepStrictEqual(target.value, operation.value)) refuse('test', `${operation.path} is something else`);
      return;
    }
    const [error] = applyPatch(document, [operation]);
    if (error) refuse('missing', error.message);
  });
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
