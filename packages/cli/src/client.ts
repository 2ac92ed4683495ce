import {
  API_BASE_PATH,
  type BodyOf,
  type Endpoint,
  type ParamsOf,
  type QueryOf,
  type ReplyOf,
} from '@berth/contract/api/endpoint';
import { renew } from './auth/device-flow.ts';
import type { Session, SessionFile } from './auth/session.ts';
import { ApiError, CliError, EXIT } from './errors.ts';
import { fetchJson } from './fetch-json.ts';

export interface Sent<E extends Endpoint> {
  readonly params?: ParamsOf<E>;
  readonly query?: QueryOf<E>;
  readonly body?: BodyOf<E>;
  /** Refused unless this is still the newest revision. */
  readonly ifMatch?: number;
}

export type Call = <const E extends Endpoint>(endpoint: E, sent?: Sent<E>) => Promise<ReplyOf<E>>;

/** Tokens are renewed this long before they expire. */
const RENEW_AHEAD_MS = 30_000;

/** Calls the API as the logged-in user, or with an API key from the environment. */
export function createClient(options: {
  readonly file: SessionFile;
  /** BERTH_TOKEN: an API key or access token for scripts; takes precedence over a session. */
  readonly token: string | undefined;
  /** --server or BERTH_SERVER. */
  readonly server: string | undefined;
}): Call {
  return async (endpoint, sent = {}) => {
    const { server, token } = await access(options);
    const path = fill(endpoint.path, sent.params ?? {});
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries(sent.query ?? {})) {
      if (value !== undefined) query.set(name, String(value));
    }
    const { status, body } = await fetchJson(`${server}${API_BASE_PATH}${path}${query.size > 0 ? `?${query}` : ''}`, {
      method: endpoint.method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(sent.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(sent.ifMatch === undefined ? {} : { 'if-match': `"${sent.ifMatch}"` }),
      },
      ...(sent.body === undefined ? {} : { body: JSON.stringify(sent.body) }),
    });
    if (status === 401 && options.token === undefined) throw signedOut();
    if (status >= 400) throw new ApiError(status, body.error ?? {});
    // The contract declares the type of the reply.
    return body as ReplyOf<typeof endpoint>;
  };
}

async function access({ file, token, server }: Parameters<typeof createClient>[0]) {
  const session = await file.read();
  if (token !== undefined) {
    const address = server ?? session?.server;
    if (address === undefined) throw new CliError('No server given. Use --server or BERTH_SERVER.', EXIT.usage);
    return { server: address, token };
  }
  if (!session) throw signedOut();
  if (server !== undefined && server !== session.server) {
    throw new CliError(`You are logged in to ${session.server}. Run berth login --server ${server}.`, EXIT.signedOut);
  }
  const { accessToken } = await current(session, file);
  return { server: session.server, token: accessToken };
}

async function current(session: Session, file: SessionFile): Promise<Session> {
  if (session.expiresAt - Date.now() > RENEW_AHEAD_MS) return session;
  const next = await renew(session);
  if (!next) throw signedOut();
  await file.write(next);
  return next;
}

function signedOut(): CliError {
  return new CliError('Not logged in. Run berth login.', EXIT.signedOut);
}

function fill(path: string, params: object): string {
  const values = new Map(Object.entries(params));
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values.get(name) ?? '')));
}
