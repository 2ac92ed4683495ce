import type { UserId } from '@berth/contract/ids';
import type { Kysely } from 'kysely';
import type { DB } from '../../../db/schema.ts';
import { ApiError } from '../../../http/api-error.ts';
import { passkeysOf } from './passkey-store.ts';
import { hasTotp } from './totp-store.ts';

export type SecondFactor = 'totp' | 'passkey';

/** What guards an account besides its password. */
export async function secondFactorsOf(db: Kysely<DB>, userId: UserId): Promise<SecondFactor[]> {
  const totp = await hasTotp(db, userId);
  const passkeys = await passkeysOf(db, userId);
  return [...(totp ? (['totp'] as const) : []), ...(passkeys.length > 0 ? (['passkey'] as const) : [])];
}

const MESSAGES: Readonly<Record<SecondFactor, string>> = {
  totp: 'Enter the code from your authenticator app',
  passkey: 'Use your passkey',
};

/** The password was right; each fault's rule names one way to go on. */
export function secondFactorRequired(factors: readonly SecondFactor[]): ApiError {
  const ways = factors.map((factor) => ({ path: '', rule: factor, message: MESSAGES[factor] }));
  return new ApiError('second-factor-required', 'Your account asks for a second factor.', ways);
}
