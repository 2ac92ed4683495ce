/**
 * The permissions of each role in an organization (design, "roles").
 * administrator is the default for members: everything that the spec allows members.
 */
export const ROLES = ['owner', 'administrator', 'operator', 'viewer'] as const;
export type Role = (typeof ROLES)[number];
export type GivenRole = Exclude<Role, 'owner'>;
/** Assignable roles; the owner is always the creator (spec chapter 6). */
export const GIVEN_ROLES = ROLES.filter((role): role is GivenRole => role !== 'owner');

export const PERMISSIONS = [
  'organization.read',
  'organization.write',
  'organization.leave',
  'members.read',
  'members.write',
  'auth.read',
  'auth.write',
  'billing.read',
  'billing.write',
  'profile.read',
  'profile.write',
  'machine.read',
  'machine.write',
  'machine.register',
  'machine.command',
  'machine.shell',
  'machine.remote',
  'machine.recovery-key',
  'audit.read',
  'keys.write',
] as const;
export type Permission = (typeof PERMISSIONS)[number];

const viewer: readonly Permission[] = [
  'organization.read',
  'organization.leave',
  'members.read',
  'profile.read',
  'machine.read',
];
const operator: readonly Permission[] = [...viewer, 'machine.command', 'machine.remote'];
const administrator: readonly Permission[] = PERMISSIONS;

const TABLE: Record<Role, ReadonlySet<Permission>> = {
  // The owner cannot leave: every organization has a member who cannot be removed (spec chapter 6).
  owner: new Set(PERMISSIONS.filter((permission) => permission !== 'organization.leave')),
  administrator: new Set(administrator),
  operator: new Set(operator),
  viewer: new Set(viewer),
};

/** Whether a role has a permission. */
export function roleMay(role: Role, permission: Permission): boolean {
  return TABLE[role].has(permission);
}

/** Not a permission over the organization: everyone but the owner may leave, API keys may not. */
const OWN_AFFAIRS: ReadonlySet<Permission> = new Set(['organization.leave']);

/**
 * Permissions of a role or list that the caller does not have and so cannot grant; empty if the grant is allowed.
 * `scopes` are those of the call's API key, which limit its permissions.
 */
export function notHeld(
  holder: { readonly role: Role; readonly scopes: readonly Permission[] | undefined },
  granted: Role | readonly Permission[],
): Permission[] {
  const wanted = typeof granted === 'string' ? [...TABLE[granted]] : granted;
  return wanted.filter(
    (permission) =>
      !OWN_AFFAIRS.has(permission) &&
      !(roleMay(holder.role, permission) && (holder.scopes?.includes(permission) ?? true)),
  );
}

/** The default role of an invitation: everything that the spec allows members. */
export const ROLE_DEFAULT = 'administrator' satisfies Role;

/** The claim in a session token that marks a platform administrator (spec chapter 6). */
export const PLATFORM_ADMIN = 'platform:admin';

/** Whether the caller is a member of a listed organization, as opposed to invited. */
export function isMemberOf<Listed extends object>(
  listed: Listed,
): listed is Exclude<Listed, { readonly invited: true }> {
  return !('invited' in listed);
}

/** Prefix of every API key, so that people and secret scanners recognize one. */
export const API_KEY_PREFIX = 'berth_';

/** Permissions that no API key can have: creating keys, or leaving in its creator's name. */
const RESERVED = ['keys.write', 'organization.leave'] as const satisfies readonly Permission[];
export type ApiKeyScope = Exclude<Permission, (typeof RESERVED)[number]>;

/** Possible scopes of an API key. */
export const API_KEY_SCOPES = PERMISSIONS.filter(
  (permission): permission is ApiKeyScope => !RESERVED.some((reserved) => reserved === permission),
);

/** Maximum number of API keys of an organization. */
export const API_KEYS_MAX = 100;
