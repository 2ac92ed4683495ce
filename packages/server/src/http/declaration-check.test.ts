import { ENDPOINTS } from '@berth/contract/api/all';
import { endpoint } from '@berth/contract/api/declare';
import type { Endpoint } from '@berth/contract/api/endpoint';
import { closed, Empty, FilterQuery, Nothing } from '@berth/contract/api/parts';
import { MachineIdSchema } from '@berth/contract/ids';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import Type from 'typebox';
import { describe, expect, it } from 'vitest';
import { assertComplete, declarationFaults } from './declaration-check.ts';
import { type Route, route } from './route.ts';

const good = endpoint('PATCH /books/{id}/name', {
  id: 'books.rename',
  summary: 'Rename a book',
  tenant: { kind: 'machine', param: 'id' },
  permission: 'machine.write',
  params: { id: Type.String() },
  body: closed({ name: Type.String() }),
});

describe('a declaration', () => {
  it.each<[string, Partial<Endpoint>, string]>([
    ['names a parameter that it does not declare', { path: '/books/{id}/{part}' }, 'the path names (id,part)'],
    ['has a tenant and no permission', { permission: null }, 'needs a permission'],
    ['has a permission and no tenant', { tenant: { kind: 'none' } }, 'there is none'],
    [
      'shows all organizations what not every role may',
      { tenant: { kind: 'user' } },
      'not every role has its permission',
    ],
    ['has a tenant and no caller', { authentication: 'public' }, 'needs a signed-in caller'],
    ['takes its tenant from nowhere', { tenant: { kind: 'body', field: 'boatId' } }, "tenant's boatId is not declared"],
    ['hands a role on', { body: closed({ role: Type.Enum(['viewer']) }) }, 'role hands permissions on'],
    ['hands scopes on', { body: closed({ may: Type.Array(Type.Enum(['audit.read'])) }) }, 'may hands permissions on'],
    ['grants by a field that it lacks', { grants: { field: 'role' } }, 'role hands nothing on'],
  ])('that %s is rejected', (_, change, fault) => {
    expect(declarationFaults({ ...good, ...change }).join()).toContain(fault);
  });

  it('that is complete is accepted', () => {
    expect(declarationFaults(good)).toEqual([]);
  });
});

describe('the defaults of a declaration', () => {
  const facts = { id: 'books.do', summary: 'Do' } as const;

  it('come from its path and method', () => {
    expect(endpoint('GET /machines/{id}/books', { ...facts, permission: 'machine.read' })).toEqual({
      ...facts,
      method: 'GET',
      path: '/machines/{id}/books',
      params: closed({ id: MachineIdSchema }),
      query: Nothing,
      body: Empty,
      reply: Empty,
      status: 204,
      errors: ['not-found', 'forbidden'],
      authentication: 'user',
      permission: 'machine.read',
      rate: 'read',
      tenant: { kind: 'machine', param: 'id' },
    });
    const write = endpoint('POST /books', { ...facts, query: FilterQuery, reply: closed({}), errors: ['name-taken'] });
    expect(write).toMatchObject({ status: 200, rate: 'write', tenant: { kind: 'none' }, permission: null });
    expect(write.errors).toEqual(['invalid-filter', 'name-taken']);
  });

  it('include the tenant of its path, except for calls of non-members and machines', () => {
    const others = ENDPOINTS.filter(
      ({ path, tenant }) => /^\/(organizations?|profiles|machines)\/\{/.test(path) && !('param' in tenant),
    );
    expect(others.map(({ id, tenant }) => `${id}: ${tenant.kind}`).toSorted()).toEqual([
      'enrolment.enrol: none',
      'machines.challenge: none',
      'machines.register: body',
      'machines.tokenVerify: none',
      'members.accept: user',
      'members.decline: user',
      'organizationSettings.delete: user',
      'recoveryKeys.store: none',
    ]);
  });
});

describe('the routes', () => {
  const handled = route(good, () => null);
  it.each<[string, Endpoint[], Route[], string]>([
    ['miss a declared endpoint', [good], [], 'books.rename has no handler'],
    ['handle one twice', [good], [handled, handled], 'books.rename has two handlers'],
    ['handle an undeclared endpoint', [], [handled], 'books.rename is not declared'],
    ['share an id', [good, { ...good }], [handled], 'books.rename is declared twice'],
  ])('are rejected if they %s', (_, endpoints, routes, message) => {
    expect(() => assertComplete(endpoints, routes)).toThrow(message);
  });

  it('pass if every endpoint has one handler', () => {
    expect(() => assertComplete([good], [handled])).not.toThrow();
  });
});

describe.each(ENDPOINTS.map((each) => [each.id, each] as const))('%s', (_, each) => {
  it('is declared without contradiction', () => {
    expect(declarationFaults(each)).toEqual([]);
  });

  it.each(['params', 'query', 'body', 'reply'] as const)('has %s that are valid JSON Schema 2020-12', (part) => {
    const ajv = new Ajv2020({ strict: true, strictRequired: false });
    formats.default(ajv);
    for (const hint of ['password', 'color']) ajv.addFormat(hint, true);
    expect(() => ajv.compile(each[part])).not.toThrow();
  });

  it.each(['params', 'query', 'body'] as const)('takes no unknown fields in its %s', (part) => {
    // Profile definitions and contexts are checked field by field by their handlers.
    const open = 'additionalProperties' in each[part] && each[part].additionalProperties === true;
    const json = JSON.stringify(each[part]);
    if (part !== 'body' || !open)
      expect(json.includes('"properties"') && !json.includes('"additionalProperties"')).toBe(false);
  });
});
