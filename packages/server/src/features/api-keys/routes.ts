import type { Route } from '../../http/route.ts';
import type { Clock } from '../../platform/clock.ts';
import { createApiKeyRoute } from './create-api-key.ts';
import { deleteApiKeyRoute } from './delete-api-key.ts';
import { listApiKeysRoute } from './list-api-keys.ts';

export function apiKeyRoutes({ clock }: { readonly clock: Clock }): Route[] {
  return [createApiKeyRoute(clock), listApiKeysRoute, deleteApiKeyRoute];
}
