import Type from 'typebox';
import { EMAIL } from '../rules/text.ts';
import { endpoint } from './declare.ts';
import { closed, Instant, nullable } from './parts.ts';

/** What a client needs before login. */
export const ClientConfig = closed({
  version: Type.String(),
  releaseChannel: Type.Union([Type.Literal('development'), Type.Literal('beta'), Type.Literal('release')]),
  /** Absolute base URL of the API's calls. */
  apiBase: Type.String(),
  demoApiBase: nullable(Type.String()),
  /** Absolute WebSocket URL of the machines' gateway. */
  gateway: Type.String(),
  identity: closed({
    authority: Type.String(),
    clientId: Type.String(),
    /** Public client with loopback redirect URIs for the login at a machine (RFC 8252). */
    machineClientId: Type.String(),
    scope: Type.String(),
    /** Whether a bare access token in the fragment is accepted (a provider configured as implicit). */
    implicit: Type.Boolean(),
    /** Whether refresh tokens are bound to a key of the browser (DPoP, RFC 9449). */
    dpop: Type.Optional(Type.Boolean()),
  }),
  /** The application with which machines log users in with Azure AD; null if the operator registered none. */
  azureAd: Type.Optional(nullable(closed({ authority: Type.String(), clientId: Type.String() }))),
  signaling: Type.Array(Type.String(), { minItems: 3, maxItems: 3 }),
  cloudHosts: Type.Array(Type.String(), { maxItems: 3 }),
  errorReporting: nullable(closed({ dsn: Type.String() })),
});
export type ClientConfig = Type.Static<typeof ClientConfig>;

export const readConfig = endpoint('GET /config.json', {
  id: 'service.readConfig',
  summary: 'Read what a client needs to know before login',
  root: true,
  authentication: 'public',
  reply: ClientConfig,
});

export const ping = endpoint('GET /ping', {
  id: 'service.ping',
  summary: 'Health check: replies while the server is running',
  authentication: 'public',
  reply: closed({ status: Type.Literal('ok') }),
});

const Email = Type.String(EMAIL);

export const readDemo = endpoint('GET /demo', {
  id: 'demo.read',
  summary: "Read whether an email address is the demo account's, and where its calls go",
  authentication: 'public',
  query: closed({ email: Email }),
  reply: closed({
    demo: Type.Boolean(),
    /** Absolute; null for other addresses, and without a demo. */
    apiBase: nullable(Type.String()),
  }),
});

export const enterDemo = endpoint('POST /demo', {
  id: 'demo.enter',
  summary: 'Enter the demo without a password; returns a token for its own API base and starts the demo if needed',
  changes: false,
  authentication: 'public',
  rate: 'login',
  body: closed({ email: Email }),
  reply: closed({
    apiBase: Type.String(),
    accessToken: Type.String(),
    /** When the demo restarts: the token is invalid from then on. */
    expiresAt: Instant,
  }),
  errors: ['not-found'],
});
