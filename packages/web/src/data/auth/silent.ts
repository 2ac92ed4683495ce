import type { INavigator, IWindow } from 'oidc-client-ts';
import { leavingPage } from '../../lib/leaving-page.ts';
import { goTo, paths } from '../../paths/paths.ts';

/** In local storage, which all tabs share: someone has logged in and not logged out in this browser. */
const STORAGE_KEY = 'logged_in';

/** A provider that takes longer is asked by a redirect, which shows the person what happens. */
const WAIT_MS = 10_000;

/** Remembers in this browser whether someone is logged in; says nothing about who. */
export function rememberLogin(loggedIn: boolean): void {
  if (loggedIn) localStorage.setItem(STORAGE_KEY, 'true');
  else localStorage.removeItem(STORAGE_KEY);
}

/** Whether it is worth to ask the provider silently: for others it would only delay the login. */
export function hasLoggedIn(): boolean {
  return localStorage.getItem(STORAGE_KEY) !== null;
}

/** Whether the provider is at this site: only then do requests of a page carry the provider's cookies. */
export function isOnThisSite({ authority, origin }: { readonly authority: string; readonly origin: string }): boolean {
  return new URL(authority, origin).origin === origin;
}

/**
 * Asks the provider by a request instead of the library's hidden frame, which would load the program again. The
 * provider responds with a form (OAuth 2.0 Form Post Response Mode), so that the code is in no address and no log.
 */
export class SilentNavigator implements INavigator {
  async prepare(): Promise<IWindow> {
    return { navigate: ({ url }) => ask(url).then((answer) => ({ url: answer })), close: () => undefined };
  }

  async callback(): Promise<void> {}
}

/** @returns the address that a redirect would have led to, with the provider's response in the fragment. */
async function ask(url: string): Promise<string> {
  const address = new URL(url);
  address.searchParams.set('response_mode', 'form_post');
  const response = await fetch(address, { credentials: 'same-origin', signal: AbortSignal.timeout(WAIT_MS) });
  const page = new DOMParser().parseFromString(await response.text(), 'text/html');
  const inputs = [...page.querySelectorAll<HTMLInputElement>('form input[type=hidden]')];
  const answer = new URLSearchParams(inputs.map(({ name, value }) => [name, value]));
  return `${address.searchParams.get('redirect_uri')}#${answer}`;
}

/**
 * Opens the login by a request instead of a redirect, which would load the program again for its login page. Wherever
 * else the provider redirects to, the browser follows.
 */
export class LoginNavigator implements INavigator {
  async prepare(): Promise<IWindow> {
    return { navigate: ({ url }) => open(url), close: () => undefined };
  }

  async callback(): Promise<void> {}
}

async function open(url: string): Promise<never> {
  const page = await loginPageOf(url);
  if (page === undefined) location.assign(url);
  // Back leads to the page before, not into another login.
  else goTo(page, { replace: true });
  return leavingPage();
}

/** The login page that the provider redirects to; undefined if it is another page, or does not respond. */
async function loginPageOf(url: string): Promise<string | undefined> {
  // A logout has no response type.
  if (!new URL(url).searchParams.has('response_type')) return undefined;
  try {
    const response = await fetch(url, { credentials: 'same-origin', signal: AbortSignal.timeout(WAIT_MS) });
    void response.body?.cancel();
    const { origin, pathname, search } = new URL(response.url);
    return response.ok && origin === location.origin && pathname === paths.signIn() ? pathname + search : undefined;
  } catch {
    return undefined;
  }
}
