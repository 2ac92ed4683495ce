import Type from 'typebox';
import { OrganizationIdSchema } from '../ids.ts';
import { ROLE_DEFAULT, ROLES } from '../rules/permissions.ts';
import { EMAIL } from '../rules/text.ts';
import { endpoint } from './endpoint.ts';
import { Member } from './organizations.ts';
import { closed, Empty, Instant, Nothing } from './parts.ts';

const ById = closed({ id: OrganizationIdSchema });
const Email = Type.String(EMAIL);
/** Nobody is invited or made an owner: the owner is the creator, and cannot be changed (spec chapter 6). */
const GivenRole = Type.Enum(ROLES.filter((role) => role !== 'owner'));

const inOrganization = {
  params: ById,
  query: Nothing,
  authentication: 'user',
  tenant: { kind: 'organization', param: 'id' },
} as const;

/** About the caller, who is no member yet. */
const ofCaller = {
  query: Nothing,
  authentication: 'user',
  permission: null,
  tenant: { kind: 'user' },
} as const;

export const User = closed({ ...Member.properties, joinedAt: Instant });
export type User = Type.Static<typeof User>;

/** An invitation as the organisation sees it. */
export const PendingInvitation = closed({
  email: Type.String(),
  role: GivenRole,
  invitedBy: Type.String(),
  createdAt: Instant,
});
export type PendingInvitation = Type.Static<typeof PendingInvitation>;

/** An invitation as the invited person sees it (spec chapter 3). */
export const Invitation = closed({
  organization: closed({ id: OrganizationIdSchema, name: Type.String() }),
  role: GivenRole,
  invitedBy: Type.String(),
  createdAt: Instant,
});
export type Invitation = Type.Static<typeof Invitation>;

export const listUsers = endpoint({
  ...inOrganization,
  id: 'members.list',
  method: 'GET',
  path: '/organizations/{id}/users',
  summary: 'The members of an organisation, by address',
  body: Empty,
  reply: Type.Array(User),
  status: 200,
  errors: ['not-found', 'forbidden'],
  permission: 'members.read',
  rate: 'read',
});

export const inviteMember = endpoint({
  ...inOrganization,
  id: 'members.invite',
  method: 'POST',
  path: '/organizations/{id}/invite',
  summary:
    'Invite somebody by e-mail; whoever has no account yet finds the invitation after signing up. Again: a new mail',
  body: closed({ email: Email, role: Type.Optional(GivenRole) }),
  grants: { field: 'role', otherwise: ROLE_DEFAULT },
  reply: PendingInvitation,
  status: 201,
  errors: ['not-found', 'forbidden', 'already-a-member'],
  permission: 'members.write',
  rate: 'write',
});

export const listPendingInvitations = endpoint({
  ...inOrganization,
  id: 'members.listPending',
  method: 'GET',
  path: '/organizations/{id}/invitations',
  summary: 'Invitations of an organisation that nobody answered yet; they stay until somebody does, or withdraws them',
  body: Empty,
  reply: closed({ data: Type.Array(PendingInvitation) }),
  status: 200,
  errors: ['not-found', 'forbidden'],
  permission: 'members.read',
  rate: 'read',
});

export const withdrawInvitation = endpoint({
  ...inOrganization,
  id: 'members.withdraw',
  method: 'DELETE',
  path: '/organizations/{id}/invite',
  summary: 'Take an invitation back',
  body: closed({ email: Email }),
  reply: Empty,
  status: 204,
  errors: ['not-found', 'forbidden'],
  permission: 'members.write',
  rate: 'write',
});

export const listMyInvitations = endpoint({
  ...ofCaller,
  id: 'members.listMine',
  method: 'GET',
  path: '/organizations/invitations',
  summary: "Invitations for the caller's address",
  params: Nothing,
  body: Empty,
  reply: closed({ data: Type.Array(Invitation) }),
  status: 200,
  errors: [],
  rate: 'read',
});

export const acceptInvitation = endpoint({
  ...ofCaller,
  id: 'members.accept',
  method: 'POST',
  path: '/organizations/{id}/accept',
  summary: 'Become a member of an organisation that invited the caller',
  params: ById,
  body: Empty,
  reply: closed({ data: closed({ id: OrganizationIdSchema }) }),
  status: 200,
  errors: ['not-found'],
  rate: 'write',
});

export const declineInvitation = endpoint({
  ...ofCaller,
  id: 'members.decline',
  method: 'POST',
  path: '/organizations/{id}/decline',
  summary: 'Turn an invitation down',
  params: ById,
  body: Empty,
  reply: Empty,
  status: 204,
  errors: ['not-found'],
  rate: 'write',
});

const leaving = {
  ...inOrganization,
  path: '/organizations/{id}/leave',
  body: Empty,
  reply: Empty,
  status: 204,
  errors: ['not-found', 'forbidden'],
  permission: 'organization.leave',
  rate: 'write',
} as const;

/** As the spec says; a GET that changes something is kept for its clients only. */
export const leaveByGet = endpoint({
  ...leaving,
  id: 'members.leaveByGet',
  method: 'GET',
  summary: 'Leave an organisation, as older clients do',
});

export const leaveOrganization = endpoint({
  ...leaving,
  id: 'members.leave',
  method: 'POST',
  summary: 'Leave an organisation; its owner cannot',
});

export const removeMember = endpoint({
  ...inOrganization,
  id: 'members.remove',
  method: 'DELETE',
  path: '/organizations/{id}/member',
  summary: 'Remove a member: sockets, access and commands that wait end at once. The owner cannot be removed',
  body: closed({ email: Email }),
  reply: Empty,
  status: 204,
  errors: ['not-found', 'forbidden'],
  permission: 'members.write',
  rate: 'write',
});

export const changeRole = endpoint({
  ...inOrganization,
  id: 'members.changeRole',
  method: 'PUT',
  path: '/organizations/{id}/member',
  summary: 'Give a member another role. The owner keeps theirs',
  body: closed({ email: Email, role: GivenRole }),
  grants: { field: 'role' },
  reply: User,
  status: 200,
  errors: ['not-found', 'forbidden'],
  permission: 'members.write',
  rate: 'write',
});
