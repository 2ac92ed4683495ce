import Type from 'typebox';
import { TAGS_MAX } from '../rules/names.ts';
import { endpoint } from './declare.ts';
import { Tag } from './machine-actions.ts';
import { AnyObject, closed } from './parts.ts';

/** The handler validates it against contract/profile/outside-profile, to list every fault by its path. */
const Settings = AnyObject;

export const readAuth = endpoint('GET /organizations/{id}/auth', {
  id: 'organizationSettings.readAuth',
  summary: "Read how people log in at the organization's machines, secrets masked",
  permission: 'auth.read',
  reply: closed({ data: Settings }),
});

export const changeAuth = endpoint('PUT /organizations/{id}/auth', {
  id: 'organizationSettings.changeAuth',
  summary: 'Replace the login settings; a masked secret keeps its value (If-Match: the ETag that was read)',
  permission: 'auth.write',
  body: Settings,
  reply: closed({ data: Settings }),
  errors: ['invalid-profile', 'revision-conflict'],
});

/** What is watched beside what every machine reports. */
const Monitoring = closed({
  /** Machines with one of these tags are expected to be online all the time, such as signs and room systems. */
  alwaysOnTags: Type.Array(Tag, { maxItems: TAGS_MAX, uniqueItems: true }),
});

export const readMonitoring = endpoint('GET /organizations/{id}/monitoring', {
  id: 'organizationSettings.readMonitoring',
  summary: 'Read which machines are expected to be online all the time',
  permission: 'organization.read',
  reply: Monitoring,
});

export const changeMonitoring = endpoint('PUT /organizations/{id}/monitoring', {
  id: 'organizationSettings.changeMonitoring',
  summary: 'Choose by tags which machines are expected to be online all the time: offline ones need attention',
  permission: 'organization.write',
  body: Monitoring,
  reply: Monitoring,
});

/** The security settings of an organization. */
export const OrganizationSwitches = closed({
  /** Whether shell commands are allowed on its machines; off by default. */
  shellCommands: Type.Boolean(),
});
export type OrganizationSwitches = Type.Static<typeof OrganizationSwitches>;

export const readSwitches = endpoint('GET /organizations/{id}/settings', {
  id: 'organizationSettings.readSwitches',
  summary: 'Read the security settings of an organization',
  permission: 'organization.read',
  reply: OrganizationSwitches,
});

export const changeSwitches = endpoint('PUT /organizations/{id}/settings', {
  id: 'organizationSettings.changeSwitches',
  summary: 'Change the security settings of an organization',
  permission: 'organization.write',
  body: OrganizationSwitches,
  reply: OrganizationSwitches,
});

export const deleteOrganization = endpoint('DELETE /organizations/{id}', {
  id: 'organizationSettings.delete',
  summary: 'Delete an organization and everything in it. Requires a platform administrator',
  tenant: { kind: 'user' },
  errors: ['not-found', 'forbidden'],
});
