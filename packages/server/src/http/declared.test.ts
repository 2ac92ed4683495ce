import { ENDPOINTS } from '@berth/contract/api/all';
import { type Endpoint, endpoint } from '@berth/contract/api/endpoint';
import { closed, Empty, Nothing } from '@berth/contract/api/parts';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import Type from 'typebox';
import { describe, expect, it } from 'vitest';
import { assertComplete, declarationFaults } from './declared.ts';
import { type Route, route } from './route.ts';

const good = endpoint({
  id: 'boats.rename',
  method: 'PATCH',
  path: '/boats/{id}/name',
  summary: 'Rename a boat',
  params: closed({ id: Type.String() }),
  query: Nothing,
  body: closed({ name: Type.String() }),
  reply: Empty,
  status: 204,
  errors: [],
  authentication: 'user',
  permission: 'machine.write',
  rate: 'write',
  tenant: { kind: 'machine', param: 'id' },
});

describe('a declaration', () => {
  it.each<[string, Partial<Endpoint>, string]>([
    ['names a parameter that it does not declare', { path: '/boats/{id}/{part}' }, 'the path names (id,part)'],
    ['has a tenant and no permission', { permission: null }, 'needs a permission'],
    ['has a permission and no tenant', { tenant: { kind: 'none' } }, 'there is none'],
    ['shows all organisations what not every role may', { tenant: { kind: 'user' } }, 'not every role may'],
    ['has a tenant and no caller', { authentication: 'public' }, 'needs a signed-in caller'],
    ['takes its tenant from nowhere', { tenant: { kind: 'body', field: 'boatId' } }, "tenant's boatId is not declared"],
    ['hands a role on', { body: closed({ role: Type.Enum(['viewer']) }) }, 'role hands permissions on'],
    ['hands scopes on', { body: closed({ may: Type.Array(Type.Enum(['audit.read'])) }) }, 'may hands permissions on'],
    ['grants by a field that it lacks', { grants: { field: 'role' } }, 'role hands nothing on'],
  ])('that %s is refused', (_, change, fault) => {
    expect(declarationFaults({ ...good, ...change }).join()).toContain(fault);
  });

  it('that is whole is not', () => {
    expect(declarationFaults(good)).toEqual([]);
  });
});

describe('the routes', () => {
  const handled = route(good, () => null);
  it.each<[string, Endpoint[], Route[], string]>([
    ['miss a declared endpoint', [good], [], 'boats.rename has no handler'],
    ['handle one twice', [good], [handled, handled], 'boats.rename has two handlers'],
    ['handle what nobody declared', [], [handled], 'boats.rename is not declared'],
    ['share an id', [good, { ...good }], [handled], 'boats.rename is declared twice'],
  ])('are refused where they %s', (_, endpoints, routes, message) => {
    expect(() => assertComplete(endpoints, routes)).toThrow(message);
  });

  it('pass where every endpoint has one handler', () => {
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
