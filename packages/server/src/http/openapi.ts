import type { Endpoint } from '@berth/contract/api/endpoint';
import { ERROR_STATUS, ErrorReplySchema } from '@berth/contract/errors';
import { declaredFields, pathOf } from './declaration-check.ts';
import { takesBody } from './input.ts';
import { edgeErrors } from './reply-check.ts';
import { MULTIPART } from './upload.ts';

type Json = Readonly<Record<string, unknown>>;

/** The OpenAPI 3.1 document of all endpoints, generated from their declarations. */
export function openApiDocument(
  endpoints: readonly Endpoint[],
  info: { readonly version: string; readonly url: string },
): Json {
  const paths: Record<string, Record<string, Json>> = {};
  for (const endpoint of endpoints) {
    const path = pathOf(endpoint);
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(endpoint) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Berth', version: info.version, license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
    servers: [{ url: info.url }],
    paths,
    components: {
      schemas: { Error: plain(ErrorReplySchema) },
      securitySchemes: {
        person: {
          type: 'openIdConnect',
          openIdConnectUrl: `${info.url}/oidc/.well-known/openid-configuration`,
          description: 'An access token of the identity provider that /config.json names, as a bearer token.',
        },
        key: { type: 'http', scheme: 'bearer', description: 'A key of an organization; it lists the scopes it needs.' },
      },
    },
  };
}

function operation(endpoint: Endpoint): Json {
  const [area] = endpoint.id.split('.');
  return {
    operationId: endpoint.id,
    tags: [area],
    summary: endpoint.summary,
    ...(endpoint.permission === null ? {} : { 'x-permission': endpoint.permission }),
    'x-rate-class': endpoint.rate,
    security: security(endpoint),
    parameters: [...parameters(endpoint, 'path'), ...parameters(endpoint, 'query'), ...conditions(endpoint)],
    ...(takesBody(endpoint) || endpoint.upload ? { requestBody: requestBody(endpoint) } : {}),
    responses: { ...success(endpoint), ...failures(endpoint) },
  };
}

function security({ authentication, permission }: Endpoint): Json[] {
  if (authentication !== 'user') return [];
  return permission === null ? [{ person: [] }] : [{ person: [] }, { key: [permission] }];
}

function parameters(endpoint: Endpoint, place: 'path' | 'query'): Json[] {
  const schema = place === 'path' ? endpoint.params : endpoint.query;
  const { properties = {}, required = [] } = plain(schema) as {
    readonly properties?: Json;
    readonly required?: readonly string[];
  };
  return declaredFields(schema).map((name) => ({
    name,
    in: place,
    required: required.includes(name),
    schema: properties[name],
  }));
}

/** The If-Match parameter, if the declared errors include a conflict. */
function conditions({ errors }: Endpoint): Json[] {
  if (!errors.includes('revision-conflict')) return [];
  return [{ name: 'If-Match', in: 'header', required: false, schema: { type: 'string' } }];
}

function requestBody({ body, mediaTypes = [], upload }: Endpoint): Json {
  if (upload) {
    const file = { type: 'string', format: 'binary' };
    const schema = { type: 'object', properties: { [upload.field]: file }, required: [upload.field] };
    return { required: true, content: { [MULTIPART]: { schema } } };
  }
  const types = ['application/json', ...mediaTypes];
  return { required: true, content: Object.fromEntries(types.map((type) => [type, { schema: plain(body) }])) };
}

function success({ status, reply, replyTypes }: Endpoint): Json {
  if (status === 204) return { 204: { description: 'Done' } };
  if (replyTypes)
    return { [status]: { description: 'A file', content: Object.fromEntries(replyTypes.map((type) => [type, {}])) } };
  return { [status]: { description: 'Done', content: { 'application/json': { schema: plain(reply) } } } };
}

/** One response per status; its description lists its error codes. */
function failures(endpoint: Endpoint): Json {
  const codes = [...new Set([...endpoint.errors, ...edgeErrors(endpoint)])];
  const statuses = [...new Set(codes.map((code) => ERROR_STATUS[code]))].sort((a, b) => a - b);
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } };
  return Object.fromEntries(
    statuses.map((status) => {
      const named = codes.filter((code) => ERROR_STATUS[code] === status);
      return [status, { description: `Error code: ${named.join(', ')}`, content }];
    }),
  );
}

/** Schemas as plain JSON, without the library's markers. */
function plain(schema: Endpoint['params']): Json {
  const json: Json = JSON.parse(JSON.stringify(schema));
  return json;
}
