import Type from 'typebox';
import { OrganizationIdSchema } from '../ids.ts';
import { ALERT_TOPICS } from '../rules/alerts.ts';
import { GIVEN_ROLES, ROLE_DEFAULT } from '../rules/permissions.ts';
import { EMAIL } from '../rules/text.ts';
import { endpoint } from './declare.ts';
import { Member } from './organizations.ts';
import { closed, Instant } from './parts.ts';

const Email = Type.String(EMAIL);
/** Any role but owner: the owner is the creator and cannot be changed (spec chapter 6). */
const GivenRole = Type.Enum(GIVEN_ROLES);

export const User = closed({ ...Member.properties, joinedAt: Instant });
export type User = Type.Static<typeof User>;

/** An invitation, as shown to the organization. */
export const PendingInvitation = closed({
  email: Type.String(),
  role: GivenRole,
  invitedBy: Type.String(),
  createdAt: Instant,
});
export type PendingInvitation = Type.Static<typeof PendingInvitation>;

/** An invitation, as shown to the invited person (spec chapter 3). */
export const Invitation = closed({
  organization: closed({ id: OrganizationIdSchema, name: Type.String() }),
  role: GivenRole,
  invitedBy: Type.String(),
  createdAt: Instant,
});
export type Invitation = Type.Static<typeof Invitation>;

export const listUsers = endpoint('GET /organizations/{id}/users', {
  id: 'members.list',
  summary: 'List the members of an organization, by email address',
  permission: 'members.read',
  reply: Type.Array(User),
});

export const inviteMember = endpoint('POST /organizations/{id}/invite', {
  id: 'members.invite',
  summary:
    'Invite a person by email; without an account they find the invitation after signing up. Calling it again sends a new mail',
  permission: 'members.write',
  body: closed({ email: Email, role: Type.Optional(GivenRole) }),
  grants: { field: 'role', otherwise: ROLE_DEFAULT },
  reply: PendingInvitation,
  status: 201,
  errors: ['already-a-member'],
});

export const listPendingInvitations = endpoint('GET /organizations/{id}/invitations', {
  id: 'members.listPending',
  summary: 'List the pending invitations of an organization; they stay until answered or withdrawn',
  permission: 'members.read',
  reply: closed({ data: Type.Array(PendingInvitation) }),
});

export const withdrawInvitation = endpoint('DELETE /organizations/{id}/invite', {
  id: 'members.withdraw',
  summary: 'Withdraw an invitation',
  permission: 'members.write',
  body: closed({ email: Email }),
});

export const listMyInvitations = endpoint('GET /organizations/invitations', {
  id: 'members.listMine',
  summary: "List the caller's invitations",
  tenant: { kind: 'user' },
  reply: closed({ data: Type.Array(Invitation) }),
});

export const acceptInvitation = endpoint('POST /organizations/{id}/accept', {
  id: 'members.accept',
  summary: 'Accept an invitation',
  tenant: { kind: 'user' },
  reply: closed({ data: closed({ id: OrganizationIdSchema }) }),
  errors: ['not-found'],
});

export const declineInvitation = endpoint('POST /organizations/{id}/decline', {
  id: 'members.decline',
  summary: 'Decline an invitation',
  tenant: { kind: 'user' },
  errors: ['not-found'],
});

/** Required by the spec: a GET that changes something, kept for older clients only. */
export const leaveByGet = endpoint('GET /organizations/{id}/leave', {
  id: 'members.leaveByGet',
  summary: 'Leave an organization, for older clients',
  permission: 'organization.leave',
  changes: true,
  rate: 'write',
});

export const leaveOrganization = endpoint('POST /organizations/{id}/leave', {
  id: 'members.leave',
  summary: 'Leave an organization; not for its owner',
  permission: 'organization.leave',
});

export const removeMember = endpoint('DELETE /organizations/{id}/member', {
  id: 'members.remove',
  summary: 'Remove a member: connections, access, and waiting commands end at once. Not for the owner',
  permission: 'members.write',
  body: closed({ email: Email }),
});

export const changeRole = endpoint('PUT /organizations/{id}/member', {
  id: 'members.changeRole',
  summary: 'Change the role of a member. Not for the owner',
  permission: 'members.write',
  body: closed({ email: Email, role: GivenRole }),
  grants: { field: 'role' },
  reply: User,
});

/** The emails that the caller gets about an organization. */
const Alerts = closed({
  topics: Type.Array(Type.Enum([...ALERT_TOPICS]), { uniqueItems: true, maxItems: ALERT_TOPICS.length }),
});

export const readAlerts = endpoint('GET /organizations/{id}/alerts', {
  id: 'members.readAlerts',
  summary: 'Read which emails the caller gets about an organization. Not with an API key',
  permission: 'organization.read',
  reply: Alerts,
});

export const changeAlerts = endpoint('PUT /organizations/{id}/alerts', {
  id: 'members.changeAlerts',
  summary:
    'Choose which emails the caller gets about an organization: machines that need attention, rollouts that were rolled back, credits that run out. Not with an API key',
  permission: 'organization.read',
  body: Alerts,
  reply: Alerts,
});
