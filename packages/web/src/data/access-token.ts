import { AUTH_TOKEN_LEEWAY_S, TOKEN_WAIT_STEP_MS } from '@berth/contract/limits';
import { delay } from '../lib/delay.ts';
import { ApiError } from './api-error.ts';

/** Where the bearer token of every call lives (spec chapter 7). */
const STORAGE_KEY = 'access_token';
/** How long before its end a token is renewed, so that no call waits for it. */
const RENEW_AHEAD_MS = 60_000;

interface StoredToken {
  readonly token: string;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
}

let renewals = 0;
let renewer: (() => Promise<void>) | undefined;
let onRenewalFailed: (() => void) | undefined;

export function storeAccessToken(token: string, expiresAt: number): void {
  sessionStorage.setItem(STORAGE_KEY, JSON.stringify({ token, expiresAt } satisfies StoredToken));
}

export function clearAccessToken(): void {
  sessionStorage.removeItem(STORAGE_KEY);
}

/** Sets what gets a new token (an ApiError says that it cannot be reached); undefined when nobody is signed in. */
export function setRenewer(renew: (() => Promise<void>) | undefined): void {
  renewer = renew;
}

/** Sets what happens when a token cannot be renewed: the person has to sign in again (spec chapter 4). */
export function setRenewalFailed(handle: () => void): void {
  onRenewalFailed = handle;
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
  const remaining = remainingMs();
  if (remaining <= AUTH_TOKEN_LEEWAY_S * 1000) await renew();
  else if (remaining <= RENEW_AHEAD_MS) void renew();
  return remainingMs() > 0 ? storedToken()?.token : undefined;
}

/** The server refused the token although it has not expired, as after a sign-out elsewhere: a new one, or none. */
export async function replaceRefusedToken(refused: string): Promise<string | undefined> {
  if (storedToken()?.token === refused) {
    if (renewer) await renew();
    else giveUp();
  }
  const next = await accessToken();
  return next === refused ? undefined : next;
}

/** Whether somebody is signed in in this window, without renewing anything. */
export function hasAccessToken(): boolean {
  return remainingMs() > AUTH_TOKEN_LEEWAY_S * 1000;
}

async function renew(): Promise<void> {
  if (!renewer) return;
  try {
    await renewer();
  } catch (error) {
    // Nobody is signed out because the network is down for a moment.
    if (!(error instanceof ApiError)) giveUp();
    else if (remainingMs() <= 0) throw error;
  }
}

function giveUp(): void {
  renewer = undefined;
  clearAccessToken();
  onRenewalFailed?.();
}

function remainingMs(): number {
  return (storedToken()?.expiresAt ?? 0) - Date.now();
}

function storedToken(): StoredToken | undefined {
  const text = sessionStorage.getItem(STORAGE_KEY);
  if (text === null) return undefined;
  const stored: unknown = JSON.parse(text);
  return isStoredToken(stored) ? stored : undefined;
}

function isStoredToken(value: unknown): value is StoredToken {
  return typeof value === 'object' && value !== null && 'token' in value && 'expiresAt' in value;
}
