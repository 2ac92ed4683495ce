import { describe, expect, it, test } from 'vitest';
import {
  API_KEY_PREFIX,
  API_KEY_SCOPES,
  GIVEN_ROLES,
  isMemberOf,
  notHeld,
  PERMISSIONS,
  type Permission,
  PLATFORM_ADMIN,
  ROLE_DEFAULT,
  ROLES,
  type Role,
  roleMay,
} from './permissions.ts';

const refusedTo = (role: Role) => PERMISSIONS.filter((permission) => !roleMay(role, permission));
const heldBy = (role: Role) => PERMISSIONS.filter((permission) => roleMay(role, permission));

describe('roles', () => {
  it('an owner may do everything but leave', () => {
    expect(refusedTo('owner')).toEqual(['organization.leave']);
  });

  it('an administrator may do everything, and leave', () => {
    expect(refusedTo('administrator')).toEqual([]);
  });

  it('a viewer may only read the organization, its members, profiles and machines, and leave', () => {
    const held = heldBy('viewer').filter((permission) => permission !== 'organization.leave');
    expect(held).toEqual(['organization.read', 'members.read', 'profile.read', 'machine.read']);
    expect(roleMay('viewer', 'organization.leave')).toBe(true);
  });

  it('an operator may also command and remote-control machines, but run no shell commands', () => {
    const more = heldBy('operator').filter((permission) => !roleMay('viewer', permission));
    expect(more).toEqual(['machine.command', 'machine.remote']);
    expect(heldBy('operator')).toEqual(expect.arrayContaining(heldBy('viewer')));
  });

  it('every role but the owner’s can be given', () => {
    expect(ROLES.filter((role) => !GIVEN_ROLES.some((given) => given === role))).toEqual(['owner']);
  });

  it('someone invited without a role may do all that members may', () => {
    expect(refusedTo(ROLE_DEFAULT)).toEqual([]);
  });

  it('no role makes a platform administrator', () => {
    expect(PERMISSIONS).not.toContain(PLATFORM_ADMIN);
  });
});

describe('granting', () => {
  const person = (role: Role) => ({ role, scopes: undefined });
  const key = (...scopes: Permission[]) => ({ role: 'administrator' as const, scopes });

  it('an owner can make administrators, although only these can leave', () => {
    expect(notHeld(person('owner'), 'administrator')).toEqual([]);
  });

  it('people can give their own role, and lesser ones', () => {
    for (const role of GIVEN_ROLES) expect(notHeld(person(role), role)).toEqual([]);
    expect(notHeld(person('administrator'), 'operator')).toEqual([]);
    expect(notHeld(person('operator'), 'viewer')).toEqual([]);
  });

  it('people cannot give what their role lacks', () => {
    expect(notHeld(person('viewer'), 'operator')).toEqual(['machine.command', 'machine.remote']);
    expect(notHeld(person('viewer'), ['machine.read', 'machine.write'])).toEqual(['machine.write']);
    expect(notHeld(person('operator'), 'administrator')).toContain('keys.write');
  });

  it('leaving is not granted, so nobody lacks it', () => {
    expect(notHeld(person('owner'), ['organization.leave'])).toEqual([]);
  });

  it('an API key gives no more than its scopes', () => {
    const reader = key('organization.read', 'members.read', 'members.write', 'profile.read', 'machine.read');
    expect(notHeld(reader, 'viewer')).toEqual([]);
    expect(notHeld(reader, 'operator')).toEqual(['machine.command', 'machine.remote']);
  });

  it('an API key loses what the role of its creator lost', () => {
    expect(
      notHeld({ ...key('machine.read', 'machine.write'), role: 'viewer' }, ['machine.read', 'machine.write']),
    ).toEqual(['machine.write']);
  });
});

describe('API keys', () => {
  it('may do everything but create keys, and leave in the name of a person', () => {
    expect(PERMISSIONS.filter((permission) => !API_KEY_SCOPES.some((scope) => scope === permission))).toEqual([
      'organization.leave',
      'keys.write',
    ]);
  });

  it('are told from the tokens of people, which are JSON in base64url, by how they begin', () => {
    expect(Buffer.from('{"alg":"RS256"}').toString('base64url').startsWith(API_KEY_PREFIX)).toBe(false);
  });
});

test('a listed organization is the caller’s, or one that the caller is invited to', () => {
  const [own, other] = [{ id: 'own' }, { id: 'other', invited: true as const }];
  expect([own, other].filter(isMemberOf)).toEqual([own]);
});
