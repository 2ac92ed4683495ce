import { type MiddlewareFunction, redirect } from 'react-router';
import { activeOrganizationId } from '../data/active-organization.ts';
import { isAuthenticated } from '../data/auth/person.ts';
import { isCloudVersion } from '../data/client-config.ts';
import { decide, type Situation } from './paths/decide.ts';
import { intendRoute, takeSignedOutRoute } from './paths/journey.ts';
import { lastRoute } from './paths/last-route.ts';
import { DEVICE_SCREENS } from './paths/screens.ts';

let isFirst = true;

/** Applies the route table (spec chapter 2) before anything of a page is loaded. */
export const guard: MiddlewareFunction = async ({ request }, next) => {
  const url = new URL(request.url);
  const arriving = isFirst;
  isFirst = false;
  const afterSignOut = url.pathname === '/' ? takeSignedOutRoute() : undefined;
  if (afterSignOut !== undefined) throw redirect(afterSignOut);
  const decision = decide(url.pathname, situation());
  if (decision.kind === 'redirect') {
    if (!isAuthenticated() && url.pathname.startsWith('/manage/')) intendRoute(url.pathname + url.search);
    throw redirect(decision.to);
  }
  // The machine's screens are another document. Whoever serves this one for them would serve it again and again.
  if (DEVICE_SCREENS.has(decision.screen) && !arriving) location.assign(url.pathname + url.search);
  await next();
};

function situation(): Situation {
  return {
    authenticated: isAuthenticated(),
    activeOrganization: activeOrganizationId() !== null,
    cloudVersion: isCloudVersion(),
    lastRoute: lastRoute(),
  };
}
