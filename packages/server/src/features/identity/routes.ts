import type { Route } from '../../http/route.ts';
import type { IdentityDeps } from './deps.ts';
import { forgotPasswordRoute } from './endpoints/forgot-password.ts';
import { logInRoute } from './endpoints/log-in.ts';
import { logInWithPasskeyRoute } from './endpoints/log-in-with-passkey.ts';
import { proveSecondFactorRoute } from './endpoints/prove-second-factor.ts';
import { readInteractionRoute } from './endpoints/read-interaction.ts';
import { resetPasswordRoute } from './endpoints/reset-password.ts';
import { sendCodeAgainRoute } from './endpoints/send-code-again.ts';
import { signUpRoute } from './endpoints/sign-up.ts';
import { startPasskeyLoginRoute } from './endpoints/start-passkey-login.ts';
import { verifyCodeRoute } from './endpoints/verify-code.ts';
import { verifyEmailRoute } from './endpoints/verify-email.ts';

import { addPasskeyRoute } from './own-account/add-passkey.ts';
import { changePasswordRoute } from './own-account/change-password.ts';
import { confirmTotpRoute } from './own-account/confirm-totp.ts';
import { endAllSessionsRoute } from './own-account/end-all-sessions.ts';
import { endSessionRoute } from './own-account/end-session.ts';
import { giveUpAccountRoute, readGivingUpRoute, sendGiveUpCodeRoute } from './own-account/give-up-account.ts';
import { listSessionsRoute } from './own-account/list-sessions.ts';
import { readAccountRoute } from './own-account/read-account.ts';
import { removePasskeyRoute } from './own-account/remove-passkey.ts';
import { removeTotpRoute } from './own-account/remove-totp.ts';
import { startPasskeyRoute } from './own-account/start-passkey.ts';
import { startTotpRoute } from './own-account/start-totp.ts';

/** The calls of our own sign-in pages, and of the pages where people look after their account. */
export function identityRoutes(deps: IdentityDeps): Route[] {
  return [
    readInteractionRoute(deps),
    logInRoute(deps),
    signUpRoute(deps),
    sendCodeAgainRoute(deps),
    verifyCodeRoute(deps),
    verifyEmailRoute(deps),
    forgotPasswordRoute(deps),
    resetPasswordRoute(deps),
    proveSecondFactorRoute(deps),
    startPasskeyLoginRoute(deps),
    logInWithPasskeyRoute(deps),
    readAccountRoute(deps),
    listSessionsRoute(deps),
    endSessionRoute(deps),
    endAllSessionsRoute(deps),
    changePasswordRoute(deps),
    startTotpRoute(deps),
    confirmTotpRoute(deps),
    removeTotpRoute(deps),
    startPasskeyRoute(deps),
    addPasskeyRoute(deps),
    removePasskeyRoute(deps),
    readGivingUpRoute(deps),
    sendGiveUpCodeRoute(deps),
    giveUpAccountRoute(deps),
  ];
}
