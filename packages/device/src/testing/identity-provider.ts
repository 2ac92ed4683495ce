import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { ClientConfig } from '@berth/contract/api/service';
import { UnsecuredJWT } from 'jose';
import { onTestFinished } from 'vitest';

/** The token endpoint's responses before and after the confirmation. */
export interface TokenAnswer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

const PENDING: TokenAnswer = { status: 400, body: { error: 'authorization_pending' } };

/**
 * An identity provider with the device flow, like Azure AD and ours, and the cloud calls that a login makes. `member`
 * is the user whom the cloud reports as a member of the machine's organization, with their role.
 */
export async function testIdentityProvider() {
  const asked: { path: string; form: URLSearchParams }[] = [];
  const provider = { asked, answer: PENDING, member: null as string | null, role: 'viewer', url: '' };
  const server = createServer(async (request, reply) => {
    const path = request.url ?? '';
    asked.push({ path, form: new URLSearchParams(await text(request)) });
    const { status, body } = answerTo(path);
    reply.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  const answerTo = (path: string): TokenAnswer => {
    if (/devicecode|device_authorization/.test(path)) return { status: 200, body: deviceReply(provider.url) };
    if (path.includes('/token')) return provider.answer;
    if (path.includes('/v2.0/.well-known/')) return { status: 200, body: { issuer: issuerOf(provider.url) } };
    if (path.includes('/.well-known/')) return { status: 200, body: discovery(provider.url) };
    if (path === '/api/account') return { status: 200, body: { email: provider.member } };
    return { status: provider.member === null ? 404 : 200, body: { role: provider.role } };
  };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  provider.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return provider;
}

function deviceReply(url: string) {
  return { device_code: 'secret', user_code: 'ABCD-EFGH', verification_uri: `${url}/device`, interval: 0.02 };
}

function discovery(url: string) {
  return {
    device_authorization_endpoint: `${url}/device_authorization`,
    token_endpoint: `${url}/token`,
  };
}

/** The tenant ID, whatever tenant name the address has. */
const TENANT = '72f988bf-86f1-41af-91ab-2d7cd011db47';

function issuerOf(url: string, tenant: string = TENANT): string {
  return `${url}/${tenant}/v2.0`;
}

/** Tokens of a user who confirmed at `url`; for the right application and tenant unless stated otherwise. */
export function confirmed(
  name: string,
  url: string,
  { audience = 'berth-machines', tenant = TENANT, claims = {}, expiresAt = Date.now() + 60_000 } = {},
): TokenAnswer {
  const idToken = new UnsecuredJWT({ preferred_username: name, tid: tenant, ...claims })
    .setAudience(audience)
    .setIssuer(issuerOf(url, tenant))
    .setExpirationTime(new Date(expiresAt))
    .encode();
  return { status: 200, body: { access_token: 'token', id_token: idToken } };
}

/** A client configuration with everything at one address. */
export function cloudAt(url: string, gateway: string): ClientConfig {
  return {
    version: 'test',
    releaseChannel: 'release',
    apiBase: `${url}/api`,
    demoApiBase: null,
    gateway,
    identity: {
      authority: url,
      clientId: 'console',
      machineClientId: 'machine',
      scope: 'openid email',
      implicit: false,
    },
    azureAd: { authority: url, clientId: 'berth-machines' },
    signaling: [],
    cloudHosts: [],
    errorReporting: null,
  };
}
