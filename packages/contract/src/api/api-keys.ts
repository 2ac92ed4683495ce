import Type from 'typebox';
import { ApiKeyIdSchema, OrganizationIdSchema } from '../ids.ts';
import { API_KEY_SCOPES } from '../rules/api-keys.ts';
import { DISPLAY_NAME } from '../rules/text.ts';
import { endpoint } from './endpoint.ts';
import { closed, Empty, Instant, Nothing } from './parts.ts';

const Scopes = Type.Array(Type.Enum([...API_KEY_SCOPES]), { minItems: 1, maxItems: 64 });
const MaybeInstant = Type.Union([Instant, Type.Null()]);

/** A key of an organisation. It works in the name of whoever made it, and never does more than they may. */
export const ApiKey = closed({
  id: ApiKeyIdSchema,
  name: Type.String(),
  scopes: Type.Array(Type.Enum([...API_KEY_SCOPES])),
  /** Its last characters, to tell keys apart. */
  hint: Type.String(),
  createdBy: Type.String(),
  createdAt: Instant,
  /** Null: until it is deleted. */
  expiresAt: MaybeInstant,
  /** To the minute. */
  lastUsedAt: MaybeInstant,
});
export type ApiKey = Type.Static<typeof ApiKey>;

const shared = {
  params: closed({ id: OrganizationIdSchema }),
  query: Nothing,
  authentication: 'user',
  permission: 'keys.write',
  tenant: { kind: 'organization', param: 'id' },
} as const;

export const createApiKey = endpoint({
  ...shared,
  id: 'apiKeys.create',
  method: 'POST',
  path: '/organizations/{id}/api-keys',
  summary: 'Make a key that calls with a bearer header as its maker does, within its scopes. It is shown this once',
  body: closed({ name: Type.String(DISPLAY_NAME), scopes: Scopes, expiresAt: MaybeInstant }),
  grants: { field: 'scopes' },
  reply: closed({ key: Type.String(), apiKey: ApiKey }),
  status: 201,
  errors: ['not-found', 'forbidden', 'too-many-api-keys'],
  rate: 'write',
});

export const listApiKeys = endpoint({
  ...shared,
  id: 'apiKeys.list',
  method: 'GET',
  path: '/organizations/{id}/api-keys',
  summary: "An organisation's keys, the newest first; what they are is never shown again",
  body: Empty,
  reply: Type.Array(ApiKey),
  status: 200,
  errors: ['not-found', 'forbidden'],
  rate: 'read',
});

export const deleteApiKey = endpoint({
  ...shared,
  id: 'apiKeys.delete',
  method: 'DELETE',
  path: '/organizations/{id}/api-keys/{keyId}',
  summary: 'Delete a key: from now on it opens nothing',
  params: closed({ id: OrganizationIdSchema, keyId: ApiKeyIdSchema }),
  body: Empty,
  reply: Empty,
  status: 204,
  errors: ['not-found', 'forbidden'],
  rate: 'write',
});
