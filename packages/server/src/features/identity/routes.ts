import type { Route } from '../../http/route.ts';
import type { IdentityDeps } from './deps.ts';
import { forgotPasswordRoute } from './endpoints/forgot-password.ts';
import { logInRoute } from './endpoints/log-in.ts';
import { readInteractionRoute } from './endpoints/read-interaction.ts';
import { resetPasswordRoute } from './endpoints/reset-password.ts';
import { signUpRoute } from './endpoints/sign-up.ts';
import { verifyCodeRoute } from './endpoints/verify-code.ts';
import { verifyEmailRoute } from './endpoints/verify-email.ts';

/** The calls of our own sign-in pages. */
export function identityRoutes(deps: IdentityDeps): Route[] {
  return [
    readInteractionRoute(deps),
    logInRoute(deps),
    signUpRoute(deps),
    verifyCodeRoute(deps),
    verifyEmailRoute(deps),
    forgotPasswordRoute(deps),
    resetPasswordRoute(deps),
  ];
}
