import { AUTH_TOKEN_LEEWAY_S, TOKEN_WAIT_STEP_MS } from '@berth/contract/limits';
import { delay } from '../lib/delay.ts';

/** Where the bearer token of every call lives (spec chapter 7). */
const STORAGE_KEY = 'access_token';

interface StoredToken {
  readonly token: string;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
}

let renewals = 0;

export function storeAccessToken(token: string, expiresAt: number): void {
  sessionStorage.setItem(STORAGE_KEY, JSON.stringify({ token, expiresAt } satisfies StoredToken));
}

export function clearAccessToken(): void {
  sessionStorage.removeItem(STORAGE_KEY);
}

/** Whether a token is there that lives longer than the leeway. */
export function hasAccessToken(): boolean {
  return storedToken() !== undefined;
}

/** Makes callers wait while a token is being renewed. */
export async function duringRenewal<Result>(renew: () => Promise<Result>): Promise<Result> {
  renewals += 1;
  try {
    return await renew();
  } finally {
    renewals -= 1;
  }
}

/** The token for the next call, once no renewal is pending; undefined when nobody is signed in. */
export async function accessToken(): Promise<string | undefined> {
  while (renewals > 0) await delay(TOKEN_WAIT_STEP_MS);
  return storedToken();
}

function storedToken(): string | undefined {
  const text = sessionStorage.getItem(STORAGE_KEY);
  if (text === null) return undefined;
  const stored: unknown = JSON.parse(text);
  if (!isStoredToken(stored)) return undefined;
  return stored.expiresAt - AUTH_TOKEN_LEEWAY_S * 1000 > Date.now() ? stored.token : undefined;
}

function isStoredToken(value: unknown): value is StoredToken {
  return typeof value === 'object' && value !== null && 'token' in value && 'expiresAt' in value;
}
