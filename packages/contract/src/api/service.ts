import Type from 'typebox';
import { endpoint } from './endpoint.ts';
import { closed, Empty, Nothing } from './parts.ts';

const shared = {
  params: Nothing,
  query: Nothing,
  body: Empty,
  status: 200,
  errors: [],
  authentication: 'public',
  permission: null,
  rate: 'read',
  tenant: { kind: 'none' },
} as const;

/** What a client must know before it signs in. */
export const ClientConfig = closed({
  version: Type.String(),
  releaseChannel: Type.Union([Type.Literal('development'), Type.Literal('beta'), Type.Literal('release')]),
  /** Absolute address below which the API's calls live. */
  apiBase: Type.String(),
  demoApiBase: Type.Union([Type.String(), Type.Null()]),
  /** Absolute WebSocket address of the machines' gateway. */
  gateway: Type.String(),
  identity: closed({
    authority: Type.String(),
    clientId: Type.String(),
    /** Public client with loopback redirect addresses for the login at a machine (RFC 8252). */
    machineClientId: Type.String(),
    scope: Type.String(),
    /** Whether a bare access token in the fragment is accepted (a provider configured as implicit). */
    implicit: Type.Boolean(),
    /** Whether refresh tokens are to be bound to a key of the browser (DPoP, RFC 9449). */
    dpop: Type.Optional(Type.Boolean()),
  }),
  /** The application by which machines log people in with Azure AD; null: the operator has registered none. */
  azureAd: Type.Optional(Type.Union([closed({ authority: Type.String(), clientId: Type.String() }), Type.Null()])),
  signalling: Type.Array(Type.String(), { minItems: 3, maxItems: 3 }),
  cloudHosts: Type.Array(Type.String(), { maxItems: 3 }),
  errorReporting: Type.Union([closed({ dsn: Type.String() }), Type.Null()]),
});
export type ClientConfig = Type.Static<typeof ClientConfig>;

export const readConfig = endpoint({
  ...shared,
  id: 'service.readConfig',
  method: 'GET',
  path: '/config.json',
  summary: 'What a client must know before it signs in',
  reply: ClientConfig,
  root: true,
});

export const ping = endpoint({
  ...shared,
  id: 'service.ping',
  method: 'GET',
  path: '/ping',
  summary: 'Answers while the server is there',
  reply: closed({ status: Type.Literal('ok') }),
});
