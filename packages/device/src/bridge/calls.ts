import type { IncomingMessage } from 'node:http';
import { Empty } from '@berth/contract/api/parts';
import {
  BRIDGE,
  BRIDGE_PATH,
  type BridgeInput,
  type BridgeMethod,
  type BridgeMethodName,
  type BridgeOutput,
} from '@berth/contract/bridge/methods';
import { ERROR_STATUS, type ErrorCode, type ErrorReply, type Fault } from '@berth/contract/errors';
import { BODY_BYTES_MAX } from '@berth/contract/limits';
import { faultsOf } from '@berth/contract/profile/faults';
import { type Check, checker } from '../state/schema.ts';

/** The agent's handlers, one per method of the contract. The result is ignored if the method has an empty output. */
export type BridgeHandlers = {
  readonly [Name in BridgeMethodName]: (
    input: BridgeInput<Name>,
  ) => BridgeOutput<Name> extends null ? unknown : BridgeOutput<Name> | Promise<BridgeOutput<Name>>;
};

const checks: Partial<Record<BridgeMethodName, Check>> = {};

/** Runs the method named by a POST's path, with validated input. Throws BridgeError if the request is invalid. */
export async function runCall(request: IncomingMessage, handlers: BridgeHandlers): Promise<unknown> {
  const name = methodOf(request.url ?? '');
  const type = request.headers['content-type'] ?? '';
  if (!/^application\/json\s*(;|$)/i.test(type)) {
    throw new BridgeError('unsupported-media-type', 'The body must be application/json.');
  }
  const { bodyBytesMax = BODY_BYTES_MAX }: BridgeMethod = BRIDGE[name];
  const input = parse(await readBody(request, bodyBytesMax));
  checks[name] ??= checker(BRIDGE[name].input);
  const errors = checks[name](input);
  if (errors.length > 0) throw new BridgeError('invalid-input', `Invalid input of ${name}.`, faultsOf(errors));
  // The input has just been validated against this handler's schema.
  const reply = await (handlers[name] as (input: unknown) => unknown)(input);
  return BRIDGE[name].output === Empty ? null : reply;
}

function methodOf(url: string): BridgeMethodName {
  const path = url.split('?')[0] ?? '';
  const name = path.slice(BRIDGE_PATH.length + 1);
  if (Object.hasOwn(BRIDGE, name)) return name as BridgeMethodName;
  throw new BridgeError('not-found', 'The bridge has no such method.');
}

async function readBody(request: IncomingMessage, bytesMax: number): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += (chunk as Buffer).length;
    if (bytes > bytesMax) throw new BridgeError('body-too-large', 'The body is too large.');
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new BridgeError('malformed-json', 'The body is not JSON.');
  }
}

/** A call that the bridge refuses. */
export class BridgeError extends Error {
  readonly code: ErrorCode;
  readonly faults: readonly Fault[];

  constructor(code: ErrorCode, message: string, faults: readonly Fault[] = []) {
    super(message);
    this.code = code;
    this.faults = faults;
  }

  get status(): number {
    return ERROR_STATUS[this.code];
  }

  /** The error reply of the contract. */
  reply(): ErrorReply {
    const { code, status, message, faults } = this;
    return { error: { status, code, message, ...(faults.length > 0 ? { faults: [...faults] } : {}) } };
  }
}
