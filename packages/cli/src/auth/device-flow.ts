import { setTimeout as pause } from 'node:timers/promises';
import type { ClientConfig } from '@berth/contract/api/service';
import { pollDelayMs, slowerPollMs } from '@berth/contract/rules/device-flow';
import { CliError, EXIT } from '../errors.ts';
import { fetchJson, type Json } from '../fetch-json.ts';
import type { Session } from './session.ts';

/** For a provider that does not say how long a code is valid. */
const CODE_S = 600;
const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';

/** What the user must do in a browser, on any device. */
export interface DeviceLoginPrompt {
  readonly userCode: string;
  readonly address: string;
  /** Includes the code. */
  readonly completeAddress: string | undefined;
}

/** Logs in by the device flow (RFC 8628): the CLI never sees a password. */
export async function logIn(server: string, onPrompt: (prompt: DeviceLoginPrompt) => void): Promise<Session> {
  const { identity } = (await fetchJson(`${server}/config.json`)).body as unknown as ClientConfig;
  const discovery = await fetchJson(`${identity.authority}/.well-known/openid-configuration`);
  const deviceEndpoint = text(discovery.body, 'device_authorization_endpoint');
  const tokenEndpoint = text(discovery.body, 'token_endpoint');
  const clientId = identity.machineClientId;
  const { body, status } = await post(deviceEndpoint, { client_id: clientId, scope: identity.scope });
  if (status !== 200) throw new CliError(`The identity provider does not support device login: ${reason(body)}`);
  onPrompt({
    userCode: text(body, 'user_code'),
    address: text(body, 'verification_uri'),
    completeAddress: optional(body, 'verification_uri_complete'),
  });
  const device = { client_id: clientId, device_code: text(body, 'device_code'), grant_type: DEVICE_GRANT };
  const known = {
    server,
    tokenEndpoint,
    revocationEndpoint: optional(discovery.body, 'revocation_endpoint'),
    clientId,
  };
  const endsAt = Date.now() + (typeof body.expires_in === 'number' ? body.expires_in : CODE_S) * 1_000;
  let delay = pollDelayMs(body.interval);
  for (;;) {
    await pause(delay);
    const answer = await post(tokenEndpoint, device).catch((error: unknown) => {
      // The code is still valid when the server is back.
      if (isOutage(error) && Date.now() < endsAt) return undefined;
      throw error;
    });
    if (answer?.status === 200) return sessionOf(known, answer.body);
    if (answer?.body.error === 'slow_down') delay = slowerPollMs(delay);
    else if (answer && answer.body.error !== 'authorization_pending') throw refused(answer.body);
  }
}

/** Renews the access token; undefined if the session has ended. */
export async function renew(session: Session): Promise<Session | undefined> {
  if (session.refreshToken === undefined) return undefined;
  const { body, status } = await post(session.tokenEndpoint, {
    client_id: session.clientId,
    grant_type: 'refresh_token',
    refresh_token: session.refreshToken,
  });
  if (status !== 200) return undefined;
  const next = sessionOf(session, body);
  return { ...next, refreshToken: next.refreshToken ?? session.refreshToken };
}

/** Ends the session at the provider too, if it can be told. */
export async function revoke({ revocationEndpoint, clientId, refreshToken }: Session): Promise<void> {
  if (refreshToken === undefined || revocationEndpoint === undefined) return;
  await post(revocationEndpoint, {
    client_id: clientId,
    token: refreshToken,
    token_type_hint: 'refresh_token',
  });
}

type Provider = Pick<Session, 'server' | 'tokenEndpoint' | 'revocationEndpoint' | 'clientId'>;

function sessionOf({ server, tokenEndpoint, revocationEndpoint, clientId }: Provider, body: Json): Session {
  const seconds = typeof body.expires_in === 'number' ? body.expires_in : 600;
  return {
    server,
    tokenEndpoint,
    revocationEndpoint,
    clientId,
    accessToken: text(body, 'access_token'),
    expiresAt: Date.now() + seconds * 1_000,
    refreshToken: optional(body, 'refresh_token'),
  };
}

/** An outage is no answer about the login: it throws, like a server that does not respond. */
async function post(address: string, form: Readonly<Record<string, string>>) {
  const answer = await fetchJson(address, { method: 'POST', body: new URLSearchParams(form) });
  if (answer.status >= 500) throw new CliError(`${address} replied ${answer.status}. Try again.`, EXIT.offline);
  return answer;
}

function isOutage(error: unknown): boolean {
  return error instanceof CliError && error.exit === EXIT.offline;
}

function text(body: Json, name: string): string {
  const value = body[name];
  if (typeof value === 'string' && value !== '') return value;
  throw new CliError(`The identity provider's reply has no ${name}: ${reason(body)}`);
}

function optional(body: Json, name: string): string | undefined {
  const value = body[name];
  return typeof value === 'string' ? value : undefined;
}

function reason(body: Json): string {
  return String(body.error_description ?? body.error ?? 'no reason given');
}

function refused(body: Json): CliError {
  if (body.error === 'access_denied') return new CliError('The login was declined in the browser.', EXIT.signedOut);
  if (body.error === 'expired_token') {
    return new CliError('The code was not confirmed in time. Run berth login again.', EXIT.signedOut);
  }
  return new CliError(`Login failed: ${reason(body)}`, EXIT.signedOut);
}
