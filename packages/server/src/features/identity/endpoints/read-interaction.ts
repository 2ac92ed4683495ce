import { readInteraction } from '@berth/contract/api/identity';
import { type Route, route } from '../../../http/route.ts';
import type { IdentityDeps } from '../deps.ts';
import { openInteraction } from './interaction.ts';

/** What the sign-in page shows before anything is typed. */
export function readInteractionRoute(deps: Pick<IdentityDeps, 'provider' | 'interactionKey'>): Route {
  return route(readInteraction, async ({ params, exchange }) => {
    const { params: asked } = await openInteraction(deps, params.uid, exchange);
    const client = await deps.provider.Client.find(String(asked.client_id));
    return {
      prompt: 'login' as const,
      clientName: client?.clientName ?? String(asked.client_id),
      loginHint: typeof asked.login_hint === 'string' ? asked.login_hint : null,
    };
  });
}
