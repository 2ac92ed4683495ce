import { readInteraction } from '@berth/contract/api/identity';
import { type Route, route } from '../../../http/route.ts';
import type { IdentityDeps } from '../deps.ts';
import { MACHINE_CLIENT_ID } from '../provider/clients.ts';
import { openInteraction } from './interaction.ts';

/** What the sign-in page shows before anything is typed. */
export function readInteractionRoute(deps: Pick<IdentityDeps, 'provider' | 'interactionKey'>): Route {
  return route(readInteraction, async ({ params, exchange }) => {
    const { params: asked } = await openInteraction(deps, params.uid, exchange);
    const client = await deps.provider.Client.find(String(asked.client_id));
    return {
      prompt: 'login' as const,
      clientName: client?.clientName ?? String(asked.client_id),
      cancelTo: asked.client_id === MACHINE_CLIENT_ID ? pageOf(asked.redirect_uri) : null,
      loginHint: typeof asked.login_hint === 'string' ? asked.login_hint : null,
    };
  });
}

/**
 * The machine that an answer goes to: the provider has compared the address with the registered ones, which are the
 * machine itself. Nothing for the device flow, where the browser is somebody's phone.
 */
function pageOf(redirectUri: unknown): string | null {
  return typeof redirectUri === 'string' ? new URL('/', redirectUri).href : null;
}
