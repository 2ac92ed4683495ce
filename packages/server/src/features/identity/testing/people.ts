import type { Endpoint, ReplyOf } from '@berth/contract/api/endpoint';
import { callEndpoint, type Received, type Sent } from '../../../testing/client.ts';
import { Browser } from './browser.ts';
import type { RelyingParty, Tokens } from './relying-party.ts';
import type { Stack } from './stack.ts';

export const PASSWORD = 'korrekt-Pferd7!';

export interface LoggedIn {
  readonly browser: Browser;
  readonly tokens: Tokens;
}

/** The base address of an interaction's calls. */
export function interactionUrl(stack: Stack, uid: string): string {
  return `${stack.publicUrl}/identity/interactions/${uid}`;
}

/** The texts of all mails to an address, after pending mails have arrived. */
export async function mailsTo(stack: Stack, email: string): Promise<string[]> {
  await stack.identity.mails.idle();
  return stack.sent.filter(({ to }) => to === email).map(({ subject, text }) => `${subject}\n\n${text}`);
}

/** The six digits of the newest mail to an address. */
export async function mailedCode(stack: Stack, email: string): Promise<string> {
  const code = /^\d{6}$/m.exec((await mailsTo(stack, email)).at(-1) ?? '')?.[0];
  if (code === undefined) throw new Error(`No code was mailed to ${email}`);
  return code;
}

/** The secret of the link in the newest mail to an address. */
export async function mailedToken(stack: Stack, email: string, parameter: 'verify' | 'reset'): Promise<string> {
  const link = /^http\S+$/m.exec((await mailsTo(stack, email)).at(-1) ?? '')?.[0];
  const token = link && new URL(link).searchParams.get(parameter);
  if (!token) throw new Error(`No ${parameter} link was mailed to ${email}`);
  return token;
}

/** The address to which a login reply redirects the browser. */
export function redirectOf(answer: { status: number; body: unknown }): string {
  const { body } = answer;
  if (typeof body === 'object' && body !== null && 'redirectTo' in body && typeof body.redirectTo === 'string') {
    return body.redirectTo;
  }
  throw new Error(`Not logged in: ${answer.status} ${JSON.stringify(body)}`);
}

/** Signs up a new person; returns their tokens. */
export async function signUp(stack: Stack, party: RelyingParty, email: string, password = PASSWORD): Promise<LoggedIn> {
  const browser = new Browser();
  const attempt = await party.begin();
  const url = interactionUrl(stack, await party.openLoginPage(browser, attempt));
  await browser.post(`${url}/sign-up`, { email, password, termsAccepted: true });
  const verified = await browser.post(`${url}/verify-email`, { email, code: await mailedCode(stack, email) });
  const tokens = await attempt.finish(await party.returnTo(browser, redirectOf(verified)));
  return { browser, tokens };
}

/** Logs in a person, in a new browser or a given one. */
export async function logIn(
  stack: Stack,
  party: RelyingParty,
  email: string,
  { password = PASSWORD, browser = new Browser() } = {},
): Promise<LoggedIn> {
  const attempt = await party.begin();
  const url = interactionUrl(stack, await party.openLoginPage(browser, attempt));
  const answer = await browser.post(`${url}/login`, { email, password });
  const tokens = await attempt.finish(await party.returnTo(browser, redirectOf(answer)));
  return { browser, tokens };
}

/** Calls the API as a logged-in person. */
export function as<const E extends Endpoint>(
  stack: Stack,
  { tokens }: LoggedIn,
  endpoint: E,
  sent: Sent<E> = {},
): Promise<Received<ReplyOf<E>>> {
  return callEndpoint(stack.publicUrl, endpoint, { ...sent, token: tokens.access_token });
}
