import Type from 'typebox';
import { OrganizationIdSchema } from '../ids.ts';
import { MGMT_TIERS } from '../limits.ts';
import { ROLES } from '../rules/permissions.ts';
import { ORGANIZATION_NAME } from '../rules/text.ts';
import { endpoint } from './declare.ts';
import { closed, FilterQuery, Instant } from './parts.ts';

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
  /** Whether Pro is paused because the credits ran out some time ago: what requires Pro is refused. */
  proLapsed: Type.Boolean(),
  /** The caller's own role: determines what the console offers. */
  role: Type.Enum([...ROLES]),
  /** Increases with every change; the ETag for If-Match. */
  revision: Type.Integer({ minimum: 1 }),
  createdAt: Instant,
});
export type Organization = Type.Static<typeof Organization>;

/** An organization, as shown to an invited person until they accept. */
const InvitingOrganization = closed({ id: OrganizationIdSchema, name: Type.String(), invited: Type.Literal(true) });
export type ListedOrganization = Organization | Type.Static<typeof InvitingOrganization>;

export const createOrganization = endpoint('POST /organizations', {
  id: 'organizations.create',
  summary: 'Create an organization; the caller becomes its owner',
  tenant: { kind: 'user' },
  // The console sends owner as the spec says; the logged-in user is the owner, so another address is refused.
  body: closed({ name: Name, owner: Type.Optional(closed({ email: Type.String() })) }),
  reply: closed({ data: closed({ id: OrganizationIdSchema }) }),
  status: 201,
  errors: ['forbidden', 'name-taken'],
});

export const listOrganizations = endpoint('GET /organizations', {
  id: 'organizations.list',
  summary:
    'List the organizations the caller belongs to or is invited to, by name; of the latter only the name. A key lists its own',
  tenant: { kind: 'user' },
  permission: 'organization.read',
  query: FilterQuery,
  reply: Type.Array(Type.Union([Organization, InvitingOrganization])),
  errors: ['not-found'],
});

export const readOrganization = endpoint('GET /organizations/{id}', {
  id: 'organizations.read',
  summary: 'Read an organization with its members',
  permission: 'organization.read',
  query: FilterQuery,
  reply: Organization,
});

export const changeOrganization = endpoint('PATCH /organizations/{id}', {
  id: 'organizations.change',
  summary: 'Rename an organization (If-Match: its revision). Other fields may be sent back unchanged',
  permission: 'organization.write',
  // The spec sends the active organization as JSON without mgmtTier: what cannot change must then be as it is.
  body: closed({
    name: Name,
    id: Type.Optional(OrganizationIdSchema),
    owner: Type.Optional(closed({ email: Type.String() })),
    members: Type.Optional(Type.Array(Member, { maxItems: 10_000 })),
    proLapsed: Type.Optional(Type.Boolean()),
    role: Type.Optional(Type.Enum([...ROLES])),
    revision: Type.Optional(Type.Integer({ minimum: 1 })),
    createdAt: Type.Optional(Instant),
  }),
  grants: 'none',
  reply: Organization,
  errors: ['name-taken', 'revision-conflict'],
});
