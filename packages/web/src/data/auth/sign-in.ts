import type { ClientConfig } from '@berth/contract/api/service';
import { LOCALES } from '../../i18n/locales.ts';
import { currentTexts } from '../../i18n/store.ts';
import { leavingPage } from '../../lib/leaving-page.ts';
import { clearAccessToken, duringRenewal, setRenewer, storeAccessToken } from '../access-token.ts';
import { ApiError } from '../api-error.ts';
import { clientConfig } from '../client-config.ts';
import { inDemo, leaveDemo, resumeDemo } from './demo.ts';
import { beginImplicit, completeImplicit } from './implicit.ts';
import { isAuthenticated, personOf, storePerson } from './person.ts';
import { consoleClient, managerOf, type ProviderClient, preloadProvider, shownDescription } from './provider.ts';
import { isOnThisSite, rememberLogin } from './silent.ts';

/** Options of a login. */
export interface SignInOptions {
  /** Path of this site to open afterward. */
  readonly redirectUrl?: string | undefined;
  /** Asks for consent again, after the provider returned consent_required. */
  readonly consent?: boolean;
}

/** An error of the provider, with its message. */
export class SignInError extends Error {
  override readonly name = 'SignInError';
  /** The provider's error code, such as access_denied. */
  readonly code: string;

  constructor(code: string, description: string) {
    super(description);
    this.code = code;
  }
}

const PAGE_KEY = 'page_after_sign_in';

/** The unchecked path that this tab's login leads to. Its page can load during the login. */
export function pageAfterSignIn(): string | undefined {
  return sessionStorage.getItem(PAGE_KEY) || undefined;
}

/** Redirects to the provider's login; returns only if that is impossible. */
export async function beginSignIn(options: SignInOptions = {}): Promise<never> {
  if (inDemo()) leaveDemo();
  sessionStorage.setItem(PAGE_KEY, options.redirectUrl ?? '');
  const config = clientConfig();
  const client = consoleClient(config, location.origin);
  if (config.identity.implicit) {
    await beginImplicit(client, options.redirectUrl);
  } else {
    const manager = await managerOf(client);
    await manager.signinRedirect({
      nonce: crypto.randomUUID(),
      state: { redirectUrl: options.redirectUrl },
      // Login pages and mails use the user's language too.
      ui_locales: LOCALES[currentTexts().language].bcp47,
      ...(options.consent ? { prompt: 'consent' } : {}),
    });
  }
  return leavingPage();
}

/**
 * Completes the login: exchanges the code, verifies state and nonce, stores the token.
 * @param fragment the URL's fragment, which the caller removes from the history first.
 * @throws SignInError if the provider refused.
 */
export async function completeSignIn(fragment: string): Promise<{ redirectUrl: string | undefined }> {
  sessionStorage.removeItem(PAGE_KEY);
  const values = new URLSearchParams(fragment);
  const config = clientConfig();
  const error = values.get('error');
  if (error !== null) {
    throw new SignInError(error, shownDescription(values.get('error_description') ?? error));
  }
  if (config.identity.implicit) {
    const answer = completeImplicit(values);
    if (!answer) throw new SignInError('invalid_state', 'The answer does not belong to a sign-in of this tab');
    keep(answer.token, answer.expiresAt, {});
    setRenewer(endSession);
    return { redirectUrl: answer.redirectUrl };
  }
  const client = consoleClient(config, location.origin);
  const manager = await managerOf(client);
  const user = await manager.signinRedirectCallback(`${location.origin}/access_token#${fragment}`);
  keep(user.access_token, (user.expires_at ?? 0) * 1000, user.profile);
  watchExpiry(client);
  return { redirectUrl: redirectUrlOf(user.state) };
}

/**
 * Logs in a new tab of a browser in which the person is logged in, without leaving the page: a redirect would load the
 * whole program twice. Does nothing if the provider is at another site, wants to show a page, or does not respond: the
 * login page then redirects to it.
 */
export async function signInSilently(configured: Promise<Pick<ClientConfig, 'identity'>>): Promise<void> {
  // The login page leaves the demo first: a token of the real server must not reach it.
  if (inDemo()) return;
  preloadProvider();
  const { identity } = await configured;
  const client = consoleClient({ identity }, location.origin);
  if (identity.implicit || !isOnThisSite(client)) return;
  try {
    const manager = await managerOf(client);
    const user = await manager.signinSilent({ nonce: crypto.randomUUID(), forceIframeAuth: true });
    if (user) keep(user.access_token, (user.expires_at ?? 0) * 1000, user.profile);
  } catch (error) {
    if (error instanceof Error && error.name === 'ErrorResponse') rememberLogin(false);
  }
}

/** After a reload: allows calls to renew the token before it expires. */
export function resumeSignIn(): void {
  if (inDemo()) {
    resumeDemo();
    return;
  }
  const config = clientConfig();
  if (config.identity.implicit) setRenewer(endSession);
  else watchExpiry(consoleClient(config, location.origin));
}

/** Forgets the person in this tab. */
export function forgetSignIn(): void {
  if (inDemo()) leaveDemo();
  setRenewer(undefined);
  clearAccessToken();
  storePerson(null);
  rememberLogin(false);
}

/** Logs out here and at the provider, which redirects back to `/`. */
export async function signOut(): Promise<never> {
  if (inDemo()) {
    leaveDemo();
    location.assign('/manage/login?signed-out=true');
    return leavingPage();
  }
  const config = clientConfig();
  const manager = await managerOf(consoleClient(config, location.origin));
  const user = await manager.getUser();
  // Requested while the person is still known, so that an unresponsive provider changes nothing.
  await manager.metadataService.getEndSessionEndpoint();
  forgetSignIn();
  // Without an ID token the provider would ask which session to end.
  if (user?.id_token) await manager.signoutRedirect({ id_token_hint: user.id_token });
  else location.assign('/');
  return leavingPage();
}

/** Logs out here, and at the provider if it responds. */
export async function signOutRegardless(): Promise<never> {
  // A renewal that fails until the provider responds would lead to the login page first.
  if (!inDemo()) {
    setRenewer(undefined);
    clearAccessToken();
  }
  return signOut().catch(() => {
    forgetSignIn();
    location.assign('/');
    return leavingPage();
  });
}

function keep(token: string, expiresAt: number, claims: object): void {
  storeAccessToken(token, expiresAt);
  storePerson(personOf(token, { ...claims }));
  rememberLogin(true);
}

/** Renews by the refresh token. Without one the person logs in again, which takes no password while the provider knows them. */
function watchExpiry(client: ProviderClient): void {
  setRenewer((isCurrent) =>
    duringRenewal(async () => {
      const manager = await managerOf(client);
      // The library would try a frame instead, whose cookies browsers block, and then wait for it in vain.
      if (!(await manager.getUser())?.refresh_token) return endSession();
      const user = await manager.signinSilent().catch((error: unknown) => {
        throw isNoAnswer(error) ? new ApiError({ status: 0, code: 'offline', message: String(error) }) : error;
      });
      if (!user) return endSession();
      if (!isCurrent()) {
        // Logged out meanwhile. The library has stored the new tokens; the logout removes them if it is still going on.
        if (!isAuthenticated()) await manager.removeUser();
        return;
      }
      keep(user.access_token, (user.expires_at ?? 0) * 1000, user.profile);
    }),
  );
}

async function endSession(): Promise<never> {
  throw new SignInError('login_required', 'The session at the provider has ended');
}

function isNoAnswer(error: unknown): boolean {
  return error instanceof TypeError || (error instanceof Error && error.name === 'ErrorTimeout');
}

function redirectUrlOf(state: unknown): string | undefined {
  const value = typeof state === 'object' && state !== null && 'redirectUrl' in state ? state.redirectUrl : undefined;
  return typeof value === 'string' ? value : undefined;
}
