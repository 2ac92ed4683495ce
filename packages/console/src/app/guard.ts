import type { OrganizationId } from '@berth/contract/ids';
import { ORGANIZATION_PARAMETER } from '@berth/contract/rules/alerts';
import { isAuthenticated } from '@berth/web/data/auth/person.ts';
import { isCloudVersion } from '@berth/web/data/client-config.ts';
import { decide, type Situation } from '@berth/web/paths/decide.ts';
import { intendRoute, lastRoute, takeSignedOutRoute, takeTimedOut } from '@berth/web/paths/remembered-routes.ts';
import { DEVICE_SCREENS, type Screen } from '@berth/web/paths/screens.ts';
import { type MiddlewareFunction, redirect } from 'react-router';
import { inform } from '../areas/dialogs/inform.tsx';
import { activateOrganization, activeOrganizationId } from '../data/active-organization.ts';

/** Screens whose path may have any suffix (spec chapter 2, `(.)*`), with the router's pattern. */
const OWN_ADDRESS: Partial<Record<Screen, string>> = { 'access-token': '/access_token', error: '/error' };

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

let isFirst = true;

/** Applies the route table (spec chapter 2) before anything of a page is loaded. */
export const guard: MiddlewareFunction = async ({ request }, next) => {
  const url = new URL(request.url);
  const arriving = isFirst;
  isFirst = false;
  if (takeTimedOut()) await tellTimeOut();
  const afterSignOut = url.pathname === '/' ? takeSignedOutRoute() : undefined;
  if (afterSignOut !== undefined) throw redirect(afterSignOut);
  const elsewhere = isAuthenticated() ? inOrganization(url) : undefined;
  if (elsewhere !== undefined) throw redirect(elsewhere);
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

/**
 * Activates the organization that a link names, such as one in an email. Returns the address without it; undefined if it
 * names none.
 */
function inOrganization({ pathname, searchParams }: URL): string | undefined {
  const id = searchParams.get(ORGANIZATION_PARAMETER);
  if (id === null || !pathname.startsWith('/manage/')) return undefined;
  if (UUID.test(id)) activateOrganization(id as OrganizationId);
  const rest = new URLSearchParams(searchParams);
  rest.delete(ORGANIZATION_PARAMETER);
  return rest.size === 0 ? pathname : `${pathname}?${rest}`;
}

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
