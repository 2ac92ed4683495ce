import { createHash, randomBytes } from 'node:crypto';
import { type APIRequestContext, type APIResponse, request } from '@playwright/test';
import type { Person } from './person.ts';
import { CODE_LINE, codeIn, type Server } from './server.ts';

const CLIENT = 'berth-console';

/** Login URL of the console; `verifier` is later exchanged with the code (RFC 7636). */
export function authorizationAddress(url: string, verifier: string): string {
  const query = new URLSearchParams({
    client_id: CLIENT,
    response_type: 'code',
    response_mode: 'query',
    scope: 'openid email offline_access berth',
    redirect_uri: `${url}/access_token`,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    state: 'arriving',
    nonce: 'arriving',
  });
  return `${url}/oidc/auth?${query}`;
}

/**
 * Creates an account by the calls of the sign-up pages, and returns its access token. Pages that share the cookies of
 * these calls are then logged in at the provider.
 */
export async function quickSignUp(
  calls: APIRequestContext,
  { url, mailTo }: Pick<Server, 'url' | 'mailTo'>,
  { email, password }: Person,
): Promise<string> {
  const verifier = randomBytes(32).toString('base64url');
  const login = await redirected(calls, authorizationAddress(url, verifier), url);
  const steps = `${url}/identity/interactions/${login.searchParams.get('interaction')}`;
  await posted(calls, `${steps}/sign-up`, { email, password, termsAccepted: true, language: 'eng' });
  const code = codeIn(await mailTo(email, CODE_LINE));
  const { redirectTo } = await (await posted(calls, `${steps}/verify-email`, { email, code })).json();
  const answer = await redirected(calls, redirectTo, url);
  const form = {
    client_id: CLIENT,
    grant_type: 'authorization_code',
    code: answer.searchParams.get('code') ?? '',
    redirect_uri: `${url}/access_token`,
    code_verifier: verifier,
  };
  const reply = await checked(await calls.post(`${url}/oidc/token`, { form }));
  return (await reply.json()).access_token;
}

async function redirected(calls: APIRequestContext, address: string, base: string): Promise<URL> {
  const reply = await calls.get(new URL(address, base).href, { maxRedirects: 0 });
  return new URL(reply.headers().location ?? '', base);
}

async function posted(calls: APIRequestContext, address: string, data: object): Promise<APIResponse> {
  return checked(await calls.post(address, { data }));
}

async function checked(reply: APIResponse): Promise<APIResponse> {
  if (!reply.ok()) throw new Error(`${reply.url()} answered ${reply.status()}: ${await reply.text()}`);
  return reply;
}

/** Like `quickSignUp`, without a page that is logged in afterward. */
export async function signUpByCalls(server: Pick<Server, 'url' | 'mailTo'>, person: Person): Promise<string> {
  const calls = await request.newContext();
  try {
    return await quickSignUp(calls, server, person);
  } finally {
    await calls.dispose();
  }
}
