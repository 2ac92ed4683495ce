import { API_BASE_PATH, type ReplyOf } from '@berth/contract/api/endpoint';
import { enrollMachine } from '@berth/contract/api/enrollment';
import { storeRecoveryKey } from '@berth/contract/api/machine-actions';
import { challengeMachine } from '@berth/contract/api/machines';
import { MACHINE_TOKEN_TYPE } from '@berth/contract/device/messages';
import { ERROR_STATUS, type ErrorCode, type ErrorReply } from '@berth/contract/errors';
import { SignJWT } from 'jose';
import type { Identity } from '../state/identity.ts';
import { tolerantChecker } from '../state/schema.ts';
import { httpRequest } from '../system/http-request.ts';

const TIMEOUT_MS = 10_000;

/** An error reply of the cloud; without a code, a reply of something else in its place. */
export class CloudError extends Error {
  readonly code: ErrorCode;
  readonly #mayPass: boolean;

  constructor(status: number, code: string | undefined, message: string) {
    super(message);
    this.#mayPass = status === 429 || status >= 500 || code === undefined;
    // A newer cloud may send codes that are unknown here.
    this.code = code !== undefined && code in ERROR_STATUS ? (code as ErrorCode) : 'unavailable';
  }

  /** Whether the same request may succeed later. */
  shouldRetry(): boolean {
    return this.#mayPass;
  }
}

/** A machine token over a new nonce of the cloud. Rejects if the cloud does not reply. */
export async function freshToken(apiBase: string, identity: Identity): Promise<string> {
  const { nonce } = await send('POST', addressOf(apiBase, challengeMachine.path, identity), null, isChallenge);
  return machineToken(identity, nonce, serverOf(apiBase, API_BASE_PATH));
}

/** The input for registering this machine. */
export interface EnrollmentInput {
  readonly code: string;
  readonly name?: string | undefined;
  /** Registers a smart-series machine. */
  readonly productId?: string | undefined;
}

/** Registers this machine with an enrollment code (design, "registering"). Rejects with CloudError if refused. */
export async function enroll(apiBase: string, identity: Identity, input: EnrollmentInput): Promise<void> {
  const { code, name, productId } = input;
  const more = { ...(name === undefined ? {} : { name }), ...(productId === undefined ? {} : { productId }) };
  const body = { machineToken: await freshToken(apiBase, identity), code, ...more };
  await send('POST', addressOf(apiBase, enrollMachine.path, identity), body, isEnrolled);
}

/** Stores the recovery key of this machine's disk in the cloud. Rejects with CloudError if refused. */
export async function giveRecoveryKey(apiBase: string, identity: Identity, recoveryKey: string): Promise<void> {
  const body = { machineToken: await freshToken(apiBase, identity), recoveryKey };
  await send('PUT', addressOf(apiBase, storeRecoveryKey.path, identity), body, isEmpty);
}

function addressOf(apiBase: string, path: string, { id }: Identity): string {
  return apiBase + path.replace('{id}', id);
}

/** Whether the cloud answered, and not a login page or a proxy on the way. */
type IsReply<Reply> = (answer: unknown, status: number) => answer is Reply;

const [challenge, enrolled] = [tolerantChecker(challengeMachine.reply), tolerantChecker(enrollMachine.reply)];
const isChallenge = (answer: unknown): answer is ReplyOf<typeof challengeMachine> => challenge(answer).length === 0;
const isEnrolled = (answer: unknown): answer is ReplyOf<typeof enrollMachine> => enrolled(answer).length === 0;
const isEmpty = (_answer: unknown, status: number): _answer is null => status === storeRecoveryKey.status;

async function send<Reply>(
  method: 'POST' | 'PUT',
  address: string,
  body: unknown,
  isReply: IsReply<Reply>,
): Promise<Reply> {
  const { status, body: text } = await httpRequest(new URL(address), method, TIMEOUT_MS, { json: body ?? undefined });
  const answer = parsed(text);
  if (status < 200 || status > 299) {
    const { error } = (answer ?? {}) as Partial<ErrorReply>;
    throw new CloudError(status, error?.code, error?.message ?? `The cloud answered ${status}.`);
  }
  if (isReply(answer, status)) return answer;
  throw new CloudError(status, undefined, 'Something else than the cloud answered: a login page or a proxy?');
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}

/** A token that proves the machine's ID to this server only: an EdDSA JWT over a nonce of the cloud, with the public key (contract). */
export function machineToken(identity: Identity, nonce: string, server: string): Promise<string> {
  return new SignJWT({ nonce })
    .setProtectedHeader({ alg: 'EdDSA', typ: MACHINE_TOKEN_TYPE, jwk: { ...identity.publicKey } })
    .setSubject(identity.id)
    .setAudience(server)
    .sign(identity.privateKey);
}

/** Removes `path` from an address in use, which gives the cloud's base address as this machine reaches it. */
export function serverOf(address: string, path: string): string {
  const server = address.replace(/^ws/, 'http').replace(/\/+$/, '');
  return server.endsWith(path) ? server.slice(0, -path.length) : server;
}
