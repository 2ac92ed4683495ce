import Type from 'typebox';
import { endpoint } from './declare.ts';
import { AnyObject, closed } from './parts.ts';

/** Checked against contract/profile/organization-auth by the handler, so that every fault is listed by its path. */
const Settings = AnyObject;

export const readAuth = endpoint('GET /organizations/{id}/auth', {
  id: 'organizationSettings.readAuth',
  summary: "How people log in at the organisation's machines, secrets masked",
  permission: 'auth.read',
  reply: closed({ data: Settings }),
});

export const changeAuth = endpoint('PUT /organizations/{id}/auth', {
  id: 'organizationSettings.changeAuth',
  summary: 'Replace the login settings; a masked secret keeps its value (If-Match: the tag of what was read)',
  permission: 'auth.write',
  body: Settings,
  reply: closed({ data: Settings }),
  errors: ['invalid-profile', 'revision-conflict'],
});

/** What an organisation allows itself. */
export const OrganizationSwitches = closed({
  /** Whether commands may be run in a shell of its machines; off unless somebody switches it on. */
  shellCommands: Type.Boolean(),
});
export type OrganizationSwitches = Type.Static<typeof OrganizationSwitches>;

export const readSwitches = endpoint('GET /organizations/{id}/settings', {
  id: 'organizationSettings.readSwitches',
  summary: 'What an organisation allows itself',
  permission: 'organization.read',
  reply: OrganizationSwitches,
});

export const changeSwitches = endpoint('PUT /organizations/{id}/settings', {
  id: 'organizationSettings.changeSwitches',
  summary: 'Change what an organisation allows itself',
  permission: 'organization.write',
  body: OrganizationSwitches,
  reply: OrganizationSwitches,
});

export const deleteOrganization = endpoint('DELETE /organizations/{id}', {
  id: 'organizationSettings.delete',
  summary: 'Delete an organisation with all that belongs to it. For platform administrators only (spec chapter 6)',
  tenant: { kind: 'user' },
  errors: ['not-found', 'forbidden'],
});
