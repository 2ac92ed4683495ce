import Type from 'typebox';
import { OrganizationIdSchema } from '../ids.ts';
import { MGMT_TIERS } from '../limits.ts';
import { ROLES } from '../rules/permissions.ts';
import { ORGANIZATION_NAME } from '../rules/text.ts';
import { endpoint } from './endpoint.ts';
import { closed, Empty, FilterQuery, Instant, Nothing } from './parts.ts';

const ById = closed({ id: OrganizationIdSchema });
const Name = Type.String(ORGANIZATION_NAME);

export const Member = closed({
  email: Type.String(),
  role: Type.Enum([...ROLES]),
});
export type Member = Type.Static<typeof Member>;

export const Organization = closed({
  id: OrganizationIdSchema,
  name: Type.String(),
  owner: closed({ email: Type.String() }),
  members: Type.Array(Member),
  mgmtTier: Type.Enum([...MGMT_TIERS]),
  /** The caller's own role: what the console offers hangs on it. */
  role: Type.Enum([...ROLES]),
  /** Rises with every change; the ETag of If-Match. */
  revision: Type.Integer({ minimum: 1 }),
  createdAt: Instant,
});
export type Organization = Type.Static<typeof Organization>;

export const createOrganization = endpoint({
  id: 'organizations.create',
  method: 'POST',
  path: '/organizations',
  summary: 'Create an organisation; the caller becomes its owner',
  params: Nothing,
  query: Nothing,
  // The console sends owner as the spec says; whoever is signed in is the owner, so another address is refused.
  body: closed({ name: Name, owner: Type.Optional(closed({ email: Type.String() })) }),
  reply: closed({ data: closed({ id: OrganizationIdSchema }) }),
  status: 201,
  errors: ['forbidden', 'name-taken'],
  authentication: 'user',
  permission: null,
  rate: 'write',
  tenant: { kind: 'user' },
});

export const listOrganizations = endpoint({
  id: 'organizations.list',
  method: 'GET',
  path: '/organizations',
  summary: 'The organisations the caller belongs to, by name; a key lists its own',
  params: Nothing,
  query: FilterQuery,
  body: Empty,
  reply: Type.Array(Organization),
  status: 200,
  errors: ['invalid-filter', 'not-found'],
  authentication: 'user',
  permission: 'organization.read',
  rate: 'read',
  tenant: { kind: 'user' },
});

export const readOrganization = endpoint({
  id: 'organizations.read',
  method: 'GET',
  path: '/organizations/{id}',
  summary: 'One organisation with its members',
  params: ById,
  query: FilterQuery,
  body: Empty,
  reply: Organization,
  status: 200,
  errors: ['invalid-filter', 'not-found'],
  authentication: 'user',
  permission: 'organization.read',
  rate: 'read',
  tenant: { kind: 'organization', param: 'id' },
});

export const changeOrganization = endpoint({
  id: 'organizations.change',
  method: 'PATCH',
  path: '/organizations/{id}',
  summary: 'Rename an organisation (If-Match: its revision). Fields other than name may be sent back unchanged',
  params: ById,
  query: Nothing,
  // The spec sends the active organisation as JSON without mgmtTier: what cannot change must then be as it is.
  body: closed({
    name: Name,
    id: Type.Optional(OrganizationIdSchema),
    owner: Type.Optional(closed({ email: Type.String() })),
    members: Type.Optional(Type.Array(Member, { maxItems: 10_000 })),
    role: Type.Optional(Type.Enum([...ROLES])),
    revision: Type.Optional(Type.Integer({ minimum: 1 })),
    createdAt: Type.Optional(Instant),
  }),
  grants: 'none',
  reply: Organization,
  status: 200,
  errors: ['not-found', 'forbidden', 'name-taken', 'revision-conflict'],
  authentication: 'user',
  permission: 'organization.write',
  rate: 'write',
  tenant: { kind: 'organization', param: 'id' },
});
