import Type from 'typebox';
import { OrganizationIdSchema } from '../ids.ts';
import { endpoint } from './endpoint.ts';
import { closed, Empty, Nothing } from './parts.ts';

const ById = closed({ id: OrganizationIdSchema });

const inOrganization = {
  params: ById,
  query: Nothing,
  authentication: 'user',
  tenant: { kind: 'organization', param: 'id' },
} as const;

/** Checked against contract/profile/organization-auth by the handler, so that every fault is listed by its path. */
const Settings = Type.Unsafe<Record<string, unknown>>(Type.Object({}, { additionalProperties: true }));

export const readAuth = endpoint({
  ...inOrganization,
  id: 'organizationSettings.readAuth',
  method: 'GET',
  path: '/organizations/{id}/auth',
  summary: "How people log in at the organisation's machines, secrets masked",
  body: Empty,
  reply: closed({ data: Settings }),
  status: 200,
  errors: ['not-found', 'forbidden'],
  permission: 'auth.read',
  rate: 'read',
});

export const changeAuth = endpoint({
  ...inOrganization,
  id: 'organizationSettings.changeAuth',
  method: 'PUT',
  path: '/organizations/{id}/auth',
  summary: 'Replace the login settings; a masked secret keeps its value (If-Match: the tag of what was read)',
  body: Settings,
  reply: closed({ data: Settings }),
  status: 200,
  errors: ['not-found', 'forbidden', 'invalid-profile', 'revision-conflict'],
  permission: 'auth.write',
  rate: 'write',
});

/** What an organisation allows itself. */
export const OrganizationSwitches = closed({
  /** Whether commands may be run in a shell of its machines; off unless somebody switches it on. */
  shellCommands: Type.Boolean(),
});
export type OrganizationSwitches = Type.Static<typeof OrganizationSwitches>;

export const readSwitches = endpoint({
  ...inOrganization,
  id: 'organizationSettings.readSwitches',
  method: 'GET',
  path: '/organizations/{id}/settings',
  summary: 'What an organisation allows itself',
  body: Empty,
  reply: OrganizationSwitches,
  status: 200,
  errors: ['not-found', 'forbidden'],
  permission: 'organization.read',
  rate: 'read',
});

export const changeSwitches = endpoint({
  ...inOrganization,
  id: 'organizationSettings.changeSwitches',
  method: 'PUT',
  path: '/organizations/{id}/settings',
  summary: 'Change what an organisation allows itself',
  body: OrganizationSwitches,
  reply: OrganizationSwitches,
  status: 200,
  errors: ['not-found', 'forbidden'],
  permission: 'organization.write',
  rate: 'write',
});

export const deleteOrganization = endpoint({
  ...inOrganization,
  id: 'organizationSettings.delete',
  method: 'DELETE',
  path: '/organizations/{id}',
  summary: 'Delete an organisation with all that belongs to it. For platform administrators only (spec chapter 6)',
  body: Empty,
  reply: Empty,
  status: 204,
  errors: ['not-found', 'forbidden'],
  permission: null,
  rate: 'write',
  tenant: { kind: 'user' },
});
