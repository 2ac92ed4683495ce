import { isAuthenticated } from '@berth/web/data/auth/person.ts';
import { isCloudVersion } from '@berth/web/data/client-config.ts';
import { decide, type Situation } from '@berth/web/paths/decide.ts';
import { intendRoute, lastRoute, takeSignedOutRoute, takeTimedOut } from '@berth/web/paths/remembered-routes.ts';
import { DEVICE_SCREENS, type Screen } from '@berth/web/paths/screens.ts';
import { type MiddlewareFunction, redirect } from 'react-router';
import { inform } from '../areas/dialogs/inform.tsx';
import { activeOrganizationId } from '../data/active-organization.ts';

/** Screens whose path may have any suffix (spec chapter 2, `(.)*`), with the router's pattern. */
const OWN_ADDRESS: Partial<Record<Screen, string>> = { 'access-token': '/access_token', error: '/error' };

let isFirst = true;

/** Applies the route table (spec chapter 2) before anything of a page is loaded. */
export const guard: MiddlewareFunction = async ({ request }, next) => {
  const url = new URL(request.url);
  const arriving = isFirst;
  isFirst = false;
  if (takeTimedOut()) await tellTimeOut();
  const afterSignOut = url.pathname === '/' ? takeSignedOutRoute() : undefined;
  if (afterSignOut !== undefined) throw redirect(afterSignOut);
  const decision = decide(url.pathname, situation());
  if (decision.kind === 'redirect') {
    if (!isAuthenticated() && url.pathname.startsWith('/manage/')) intendRoute(url.pathname + url.search);
    throw redirect(decision.to);
  }
  const own = OWN_ADDRESS[decision.screen];
  if (own !== undefined && !url.pathname.startsWith(`${own}/`) && url.pathname !== own) {
    throw redirect(own + url.search + (arriving ? location.hash : ''));
  }
  // The machine's screens are another document. A server that returns this one for them would cause an endless reload.
  if (DEVICE_SCREENS.has(decision.screen) && !arriving) location.assign(url.pathname + url.search);
  await next();
};

/** Tells the user, who is logged out by now, that the login timed out (spec chapter 4). */
function tellTimeOut(): Promise<void> {
  return inform(({ t }) => ({ title: t('console.inactivity.title'), message: t('console.inactivity.message') }));
}

function situation(): Situation {
  return {
    authenticated: isAuthenticated(),
    activeOrganization: activeOrganizationId() !== null,
    cloudVersion: isCloudVersion(),
    lastRoute: lastRoute(),
  };
}
