import { proveSecondFactor } from '@berth/contract/api/identity';
import { asSystem } from '../../../db/transaction.ts';
import { ApiError } from '../../../http/api-error.ts';
import { type Route, route } from '../../../http/route.ts';
import { personById } from '../accounts/store.ts';
import { ALLOWANCES } from '../accounts/throttle.ts';
import type { IdentityDeps } from '../deps.ts';
import { takeRecoveryCode } from '../factors/recovery-codes.ts';
import { takeTotpCode } from '../factors/totp-store.ts';
import { finishInteraction, openInteraction, stepsOf } from './interaction.ts';
import { invalidCode } from './verify-code.ts';

const TOTP = /^\d{6}$/;

type Deps = Pick<IdentityDeps, 'db' | 'provider' | 'throttle' | 'interactionKey' | 'sealer' | 'clock' | 'codeKey'>;

/** Finishes a sign-in whose password was right, with a code of the authenticator app or a recovery code. */
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
    await deps.throttle.forget(ALLOWANCES.secondFactor, userId);
    return finishInteraction(interaction, userId, ['pwd', 'otp', 'mfa']);
  });
}
