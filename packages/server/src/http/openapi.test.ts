import { ENDPOINTS } from '@berth/contract/api/all';
import { closed } from '@berth/contract/api/parts';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import Type from 'typebox';
import { describe, expect, it } from 'vitest';
import { pathOf, pathParameters } from './declaration-check.ts';
import { openApiDocument } from './openapi.ts';

const document = openApiDocument(ENDPOINTS, { version: '1.2.3', url: 'https://berth.example' });

// The essential structure of OpenAPI 3.1.0: its schema section by section, without additional properties.
const Schema = Type.Unsafe<object | boolean>({ anyOf: [{ type: 'object' }, { type: 'boolean' }] });
const Content = Type.Record(
  Type.String({ pattern: '^[a-z]+/[a-z0-9.+-]+$' }),
  closed({ schema: Type.Optional(Schema) }),
);
const Operation = Type.Object(
  {
    operationId: Type.String({ minLength: 1 }),
    summary: Type.String({ minLength: 1 }),
    tags: Type.Array(Type.String()),
    security: Type.Array(Type.Record(Type.String(), Type.Array(Type.String()))),
    parameters: Type.Array(
      closed({
        name: Type.String(),
        in: Type.Enum(['path', 'query', 'header']),
        required: Type.Boolean(),
        schema: Schema,
      }),
    ),
    requestBody: Type.Optional(closed({ required: Type.Boolean(), content: Content })),
    responses: Type.Record(
      Type.String({ pattern: '^[1-5][0-9]{2}$' }),
      closed({ description: Type.String({ minLength: 1 }), content: Type.Optional(Content) }),
    ),
  },
  { patternProperties: { '^x-': {} }, additionalProperties: false },
);
const method = Type.Optional(Operation);
const OpenApi = closed({
  openapi: Type.Literal('3.1.0'),
  info: closed({
    title: Type.String(),
    version: Type.String(),
    license: closed({ name: Type.String(), identifier: Type.String() }),
  }),
  servers: Type.Array(closed({ url: Type.String({ format: 'uri' }) }), { minItems: 1 }),
  paths: Type.Record(
    Type.String({ pattern: '^/' }),
    closed({ get: method, post: method, put: method, patch: method, delete: method }),
  ),
  components: closed({
    schemas: Type.Record(Type.String(), Schema),
    securitySchemes: Type.Record(Type.String(), Type.Object({ type: Type.String() })),
  }),
});

/** The value at a path of keys in the document. */
function at(...keys: string[]): unknown {
  return keys.reduce<unknown>(
    (value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined),
    document,
  );
}

describe('the OpenAPI document', () => {
  it('has the structure of OpenAPI 3.1', () => {
    const ajv = new Ajv2020({ allErrors: true, strict: false });
    formats.default(ajv);
    expect(ajv.validate(OpenApi, document) ? [] : ajv.errors).toEqual([]);
  });

  it('resolves every reference and names every operation once', () => {
    const json = JSON.stringify(document);
    const references = [...json.matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, path = '']) => path.split('/'));
    expect(references.length).toBeGreaterThan(0);
    for (const path of references) expect(at(...path)).toBeDefined();
    const ids = [...json.matchAll(/"operationId":"([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it.each(ENDPOINTS.map((endpoint) => [endpoint.id, endpoint] as const))(
    'describes %s as it is declared',
    (_, endpoint) => {
      const operation = at('paths', pathOf(endpoint), endpoint.method.toLowerCase());
      expect(operation).toMatchObject({ operationId: endpoint.id, summary: endpoint.summary });
      const parameters = at('paths', pathOf(endpoint), endpoint.method.toLowerCase(), 'parameters') as {
        in: string;
        name: string;
        required: boolean;
      }[];
      const inPath = parameters
        .filter((parameter) => parameter.in === 'path' && parameter.required)
        .map(({ name }) => name);
      expect(inPath.sort()).toEqual(pathParameters(endpoint).sort());
      expect(
        at('paths', pathOf(endpoint), endpoint.method.toLowerCase(), 'responses', String(endpoint.status)),
      ).toBeDefined();
      const secured = at('paths', pathOf(endpoint), endpoint.method.toLowerCase(), 'security');
      // API keys may use calls with a permission, which is the required scope.
      const keys = endpoint.permission === null ? [] : [{ key: [endpoint.permission] }];
      expect(secured).toEqual(endpoint.authentication === 'user' ? [{ person: [] }, ...keys] : []);
    },
  );
});
