import {
  BRIDGE_PATH,
  BRIDGE_TOKEN_HEADER,
  BRIDGE_TOKEN_META,
  type BridgeInput,
  type BridgeMethodName,
  type BridgeOutput,
  FIRST_REPLIES_ID,
} from '@berth/contract/bridge/methods';
import { CONFIG_LOAD_TIMEOUT_MS, SESSION_LOAD_TIMEOUT_MS } from '@berth/contract/limits';
import { isObject } from '@berth/contract/profile/nodes';

/** Time limits of loading calls (spec chapter 4, session load and configurations). */
const TIMEOUTS_MS: Readonly<Record<string, number>> = {
  load_profile: SESSION_LOAD_TIMEOUT_MS,
  load_machine_config: CONFIG_LOAD_TIMEOUT_MS,
  load_user_config: CONFIG_LOAD_TIMEOUT_MS,
  load_machine_context: CONFIG_LOAD_TIMEOUT_MS,
};

/** The page's interface to the agent on this machine (spec chapter 7, local bridge). */
export interface Bridge {
  /**
   * Calls a method of the agent.
   * @param timeoutMs Time to wait for the reply; the default is the method's, or else no limit.
   * @throws BridgeError
   */
  readonly call: <Name extends BridgeMethodName>(
    method: Name,
    input: BridgeInput<Name>,
    timeoutMs?: number,
  ) => Promise<BridgeOutput<Name>>;
  /** Calls `onPicture` with each AirPlay frame, until `signal` aborts or the stream ends. */
  readonly watchPictures: (onPicture: (jpeg: Blob) => Promise<void>, signal: AbortSignal) => Promise<void>;
}

/**
 * @param token the page's token, which every request carries.
 * @param replies the replies that came with the page, by method; each answers the first call of its method.
 */
export function createBridge(token: string, replies: Record<string, unknown> = {}): Bridge {
  const call = async (method: string, input: unknown, timeoutMs = TIMEOUTS_MS[method]): Promise<unknown> => {
    const reply = replies[method];
    delete replies[method];
    return reply ?? post(`${BRIDGE_PATH}/${method}`, token, JSON.stringify(input), timeoutMs);
  };
  // The contract declares the types; the agent validates its input against it.
  return {
    call: call as Bridge['call'],
    // Few machines use it: not part of the first load.
    watchPictures: async (onPicture, signal) =>
      (await import('./airplay-pictures.ts')).watchPictures(token, onPicture, signal),
  };
}

async function post(path: string, token: string, body: string, timeoutMs: number | undefined): Promise<unknown> {
  const headers = { 'content-type': 'application/json', [BRIDGE_TOKEN_HEADER]: token };
  const signal = timeoutMs === undefined ? null : AbortSignal.timeout(timeoutMs);
  let response: Response;
  let reply: unknown;
  try {
    response = await fetch(path, { method: 'POST', headers, body, signal, cache: 'no-store' });
    reply = await response.json();
  } catch (error) {
    const late = error instanceof DOMException && error.name === 'TimeoutError';
    throw new BridgeError(late ? 'timeout' : 'unreachable', String(error));
  }
  if (response.ok && isObject(reply)) return reply.result;
  const error = isObject(reply) && isObject(reply.error) ? reply.error : {};
  throw new BridgeError(String(error.code ?? 'internal'), String(error.message ?? response.statusText));
}

/** A call that the agent refused (its code), did not answer in time (`timeout`), or never received (`unreachable`). */
export class BridgeError extends Error {
  override readonly name = 'BridgeError';
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/**
 * The token that the bridge wrote into this page; undefined if the page was served elsewhere. With a token the
 * environment is `center`, otherwise `web` (spec chapter 1).
 */
export function pageToken(page: ParentNode = document): string | undefined {
  return page.querySelector<HTMLMetaElement>(`meta[name="${BRIDGE_TOKEN_META}"]`)?.content || undefined;
}

/** The replies that the bridge wrote into this page. */
export function firstReplies(page: ParentNode = document): Record<string, unknown> {
  return JSON.parse(page.querySelector(`#${FIRST_REPLIES_ID}`)?.textContent ?? '{}');
}
