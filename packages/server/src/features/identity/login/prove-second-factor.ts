import { proveSecondFactor } from '@berth/contract/api/identity';
import type { UserId } from '@berth/contract/ids';
import type { Kysely } from 'kysely';
import type { DB } from '../../../db/schema.ts';
import { asSystem } from '../../../db/transaction.ts';
import { ApiError } from '../../../http/api-error.ts';
import { type Route, route } from '../../../http/route.ts';
import { personById } from '../account/store.ts';
import type { IdentityDeps } from '../deps.ts';
import { takeRecoveryCode } from '../factors/recovery-codes.ts';
import { passkeysOf } from '../factors/store-passkeys.ts';
import { hasTotp, takeTotpCode } from '../factors/store-totp.ts';
import { finishInteraction, openInteraction, stepsOf } from './interaction.ts';
import { ALLOWANCES } from './throttle.ts';
import { invalidCode } from './verify-email.ts';

const TOTP = /^\d{6}$/;

type Deps = Pick<IdentityDeps, 'db' | 'provider' | 'throttle' | 'interactionKey' | 'sealer' | 'clock' | 'codeKey'>;

/** Completes a login after the password, with a code of the authenticator app or a recovery code. */
export function proveSecondFactorRoute(deps: Deps): Route {
  return route(proveSecondFactor, async ({ params, body, exchange, audit }) => {
    const interaction = await openInteraction(deps, params.uid, exchange);
    const { passwordOf: userId } = stepsOf(interaction);
    if (!userId) throw new ApiError('interaction-expired', 'Log in with your password first.');
    await deps.throttle.take(ALLOWANCES.secondFactor, userId);
    const right = await asSystem(deps.db, (tx) =>
      TOTP.test(body.code)
        ? takeTotpCode(tx, deps.sealer, userId, body.code, { now: deps.clock.now(), confirming: false })
        : takeRecoveryCode(tx, deps.codeKey, userId, body.code),
    );
    if (!right) throw invalidCode();
    audit({ actor: await asSystem(deps.db, (tx) => personById(tx, userId)) });
    await deps.throttle.reset(ALLOWANCES.secondFactor, userId);
    return finishInteraction(interaction, userId, ['pwd', 'otp', 'mfa']);
  });
}

type SecondFactor = 'totp' | 'passkey';

/** Lists the second factors of an account. */
export async function secondFactorsOf(db: Kysely<DB>, userId: UserId): Promise<SecondFactor[]> {
  const totp = await hasTotp(db, userId);
  const passkeys = await passkeysOf(db, userId);
  return [...(totp ? (['totp'] as const) : []), ...(passkeys.length > 0 ? (['passkey'] as const) : [])];
}

const MESSAGES: Readonly<Record<SecondFactor, string>> = {
  totp: 'Enter the code from your authenticator app',
  passkey: 'Use your passkey',
};

/** The error after a correct password; each fault's rule names an available factor. */
export function secondFactorRequired(factors: readonly SecondFactor[]): ApiError {
  const ways = factors.map((factor) => ({ path: '', rule: factor, message: MESSAGES[factor] }));
  return new ApiError('second-factor-required', 'A second factor is required.', ways);
}
