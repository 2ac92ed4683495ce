import Type from 'typebox';
import { ApiKeyIdSchema } from '../ids.ts';
import { API_KEY_SCOPES } from '../rules/permissions.ts';
import { DISPLAY_NAME } from '../rules/text.ts';
import { endpoint } from './declare.ts';
import { closed, Instant, nullable } from './parts.ts';

const Scopes = Type.Array(Type.Enum([...API_KEY_SCOPES]), { minItems: 1, maxItems: 64 });

/** A key of an organization. It acts as its creator, with at most their permissions. */
export const ApiKey = closed({
  id: ApiKeyIdSchema,
  name: Type.String(),
  scopes: Type.Array(Type.Enum([...API_KEY_SCOPES])),
  /** Its last characters, to distinguish keys. */
  hint: Type.String(),
  createdBy: Type.String(),
  createdAt: Instant,
  /** Null: valid until deleted. */
  expiresAt: nullable(Instant),
  /** Precise to the minute. */
  lastUsedAt: nullable(Instant),
});
export type ApiKey = Type.Static<typeof ApiKey>;

export const createApiKey = endpoint('POST /organizations/{id}/api-keys', {
  id: 'apiKeys.create',
  summary: 'Create an API key that acts as its creator, within its scopes. The key is shown only once',
  permission: 'keys.write',
  body: closed({ name: Type.String(DISPLAY_NAME), scopes: Scopes, expiresAt: nullable(Instant) }),
  grants: { field: 'scopes' },
  reply: closed({ key: Type.String(), apiKey: ApiKey }),
  status: 201,
  errors: ['too-many-api-keys'],
});

export const listApiKeys = endpoint('GET /organizations/{id}/api-keys', {
  id: 'apiKeys.list',
  summary: 'List the API keys of an organization, newest first; the keys themselves are not shown again',
  permission: 'keys.write',
  reply: Type.Array(ApiKey),
});

export const deleteApiKey = endpoint('DELETE /organizations/{id}/api-keys/{keyId}', {
  id: 'apiKeys.delete',
  summary: 'Revoke an API key',
  permission: 'keys.write',
  params: { keyId: ApiKeyIdSchema },
});
