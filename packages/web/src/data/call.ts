import type { BodyOf, Endpoint, ParamsOf, QueryOf, ReplyOf } from '@berth/contract/api/endpoint';
import { sharedValue } from '../lib/shared-value.ts';
import { accessToken, replaceRefusedToken } from './access-token.ts';
import { apiAddress } from './api-base.ts';
import { ApiError, RequiredError, readApiError, SignedOutError } from './api-error.ts';

export interface CallInput<E extends Endpoint> {
  readonly params?: ParamsOf<E>;
  readonly query?: QueryOf<E>;
  readonly body?: BodyOf<E>;
  /** The body's media type if it is not application/json: one of the endpoint's. */
  readonly mediaType?: string;
  /** The revision that the change is based on. */
  readonly ifMatch?: number | undefined;
  /** The ETag of the caller's copy; allows a 304 reply, which only `send` returns. */
  readonly ifNoneMatch?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Whether the request outlives the page. */
  readonly keepalive?: boolean;
  /** Another API base than this tab's. */
  readonly apiBase?: string;
}

/**
 * Calls an endpoint of the contract and returns its reply.
 *
 * @throws ApiError if refused or unreachable; RequiredError for a missing path parameter; SignedOutError if the
 * endpoint requires a login and no one is logged in.
 */
export async function call<E extends Endpoint>(endpoint: E, input: CallInput<E> = {}): Promise<ReplyOf<E>> {
  const response = await send(endpoint, input);
  // The contract declares the reply's type; the server's tests verify it.
  return (response.status === 204 ? null : await response.json()) as ReplyOf<E>;
}

/** Like `call`, but returns the response itself, for callers that need its status (200 or 304) or its ETag. */
export async function send<E extends Endpoint>(endpoint: E, input: CallInput<E> = {}): Promise<Response> {
  const address = apiAddress(
    fill(endpoint, input.params) + queryText(input.query),
    endpoint.root === true,
    input.apiBase,
  );
  const token = endpoint.authentication === 'user' ? await tokenFor(endpoint) : undefined;
  const response = await attempt(address, endpoint, input, token);
  if (isAnswer(response)) return response;
  const error = await readApiError(response);
  // A session that ended elsewhere invalidates its tokens: get a new one, or redirect to the login.
  const next = error.code === 'unauthenticated' && token !== undefined ? await replaceRefusedToken(token) : undefined;
  if (next === undefined) throw error;
  const again = await attempt(address, endpoint, input, next);
  if (isAnswer(again)) return again;
  throw await readApiError(again);
}

function isAnswer({ ok, status }: Response): boolean {
  return ok || status === 304;
}

async function tokenFor(endpoint: Endpoint): Promise<string> {
  const token = await accessToken();
  if (token === undefined) throw new SignedOutError(endpoint.id);
  return token;
}

function attempt<E extends Endpoint>(
  address: string,
  endpoint: E,
  input: CallInput<E>,
  token: string | undefined,
): Promise<Response> {
  return request(address, {
    method: endpoint.method,
    headers: headersFor(input, token),
    // The provider's cookie binds a login interaction to the browser; nothing else uses cookies.
    credentials: endpoint.authentication === 'interaction' ? 'same-origin' : 'omit',
    ...(input.body === undefined ? {} : { body: JSON.stringify(input.body) }),
    ...(input.signal === undefined ? {} : { signal: input.signal }),
    cache: 'no-store',
    keepalive: input.keepalive ?? false,
  });
}

async function request(address: string, init: RequestInit): Promise<Response> {
  try {
    const response = await fetch(address, init);
    noteAnswer();
    return response;
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    noteSilence();
    throw new ApiError({ status: 0, code: 'offline', message: error instanceof Error ? error.message : String(error) });
  }
}

function headersFor<E extends Endpoint>(input: CallInput<E>, token: string | undefined): Headers {
  const headers = new Headers({ accept: 'application/json' });
  if (input.body !== undefined) headers.set('content-type', input.mediaType ?? 'application/json');
  if (input.ifMatch !== undefined) headers.set('if-match', `"${input.ifMatch}"`);
  if (input.ifNoneMatch !== undefined) headers.set('if-none-match', input.ifNoneMatch);
  if (token !== undefined) headers.set('authorization', `Bearer ${token}`);
  return headers;
}

function fill(endpoint: Endpoint, params: unknown): string {
  const values = new Map(Object.entries(params ?? {}));
  return endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value: unknown = values.get(name);
    if (value === undefined || value === null || value === '') throw new RequiredError(name, endpoint.id);
    return encodeURIComponent(String(value));
  });
}

function queryText(query: unknown): string {
  const entries = Object.entries(query ?? {}).filter(([, value]) => value !== undefined);
  const text = new URLSearchParams(entries.map(([name, value]) => [name, String(value)])).toString();
  return text === '' ? '' : `?${text}`;
}

/** When the server last stopped responding; null while it responds. */
const silentSince = sharedValue<number | null>(null);

/** Records that a call got a response, with any status. */
export function noteAnswer(): void {
  silentSince.set(null);
}

/** Records that a call got no response. */
export function noteSilence(): void {
  silentSince.set(silentSince.get() ?? Date.now());
}

/** Since when (milliseconds since the epoch) the server has not responded; null while it does. */
export const useSilentSince = silentSince.use;
