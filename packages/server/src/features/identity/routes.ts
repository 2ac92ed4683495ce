import type { Route } from '../../http/route.ts';
import { deleteAccountRoute, readDeletionObstaclesRoute, sendDeletionCodeRoute } from './account/delete-account.ts';
import { changePasswordRoute, readAccountRoute } from './account/manage-account.ts';
import { endAllSessionsRoute, endSessionRoute, listSessionsRoute } from './account/sessions.ts';
import type { IdentityDeps } from './deps.ts';
import { addPasskeyRoute, removePasskeyRoute, startPasskeyRoute } from './factors/manage-passkeys.ts';
import { confirmTotpRoute, removeTotpRoute, startTotpRoute } from './factors/manage-totp.ts';
import { readInteractionRoute } from './login/interaction.ts';
import { logInRoute } from './login/log-in.ts';
import { logInWithPasskeyRoute, startPasskeyLoginRoute } from './login/log-in-with-passkey.ts';
import { proveSecondFactorRoute } from './login/prove-second-factor.ts';
import { forgotPasswordRoute, resetPasswordRoute } from './login/reset-password.ts';
import { signUpRoute } from './login/sign-up.ts';
import { sendCodeAgainRoute, verifyCodeRoute, verifyEmailRoute } from './login/verify-email.ts';

/** The calls of the login pages and of the account pages. */
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
    readDeletionObstaclesRoute(deps),
    sendDeletionCodeRoute(deps),
    deleteAccountRoute(deps),
  ];
}
