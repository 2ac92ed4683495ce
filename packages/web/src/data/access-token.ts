import { AUTH_TOKEN_LEEWAY_S, TOKEN_WAIT_STEP_MS } from '@berth/contract/limits';
import { delay } from '../lib/timing.ts';
import { ApiError } from './api-error.ts';

/** Storage key of the bearer token (spec chapter 7). */
const STORAGE_KEY = 'access_token';
/** Tokens are renewed this long before they expire, so that no call waits. */
const RENEW_AHEAD_MS = 60_000;

interface StoredToken {
  readonly token: string;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
}

let renewals = 0;
/** Renews the token. What it brings counts only while `isCurrent`: after a logout it must log nobody in. */
type Renew = (isCurrent: () => boolean) => Promise<void>;

let renewer: Renew | undefined;
let onRenewalFailed: (() => void) | undefined;

export function storeAccessToken(token: string, expiresAt: number): void {
  sessionStorage.setItem(STORAGE_KEY, JSON.stringify({ token, expiresAt } satisfies StoredToken));
}

export function clearAccessToken(): void {
  sessionStorage.removeItem(STORAGE_KEY);
}

/** Sets the function that renews the token (an ApiError means unreachable); undefined when no one is logged in. */
export function setRenewer(renew: Renew | undefined): void {
  renewer = renew;
}

/** Sets the handler for a failed renewal: the user has to log in again (spec chapter 4). */
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

/** The token for the next call, once no renewal is pending; undefined when no one is logged in. */
export async function accessToken(): Promise<string | undefined> {
  while (renewals > 0) await delay(TOKEN_WAIT_STEP_MS);
  const remaining = remainingMs();
  if (remaining <= AUTH_TOKEN_LEEWAY_S * 1000) await renew();
  else if (remaining <= RENEW_AHEAD_MS) void renew();
  return remainingMs() > 0 ? storedToken()?.token : undefined;
}

/** Replaces a token that the server refused before it expired, as after a logout elsewhere; undefined if that fails. */
export async function replaceRefusedToken(refused: string): Promise<string | undefined> {
  if (storedToken()?.token === refused) {
    if (renewer) await renew();
    else giveUp();
  }
  const next = await accessToken();
  return next === refused ? undefined : next;
}

/** Whether someone is logged in in this window, without renewing anything. */
export function hasAccessToken(): boolean {
  return remainingMs() > AUTH_TOKEN_LEEWAY_S * 1000;
}

async function renew(): Promise<void> {
  const mine = renewer;
  if (!mine) return;
  const isCurrent = () => renewer === mine;
  try {
    await mine(isCurrent);
  } catch (error) {
    if (!isCurrent()) return;
    // A short network outage must not log anyone out.
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
