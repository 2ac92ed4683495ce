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

const Count = Type.Integer({ minimum: 0 });

/** Work that is stored and waits to be done (metrics: berth_queue_waiting). */
export const QUEUES = ['commands', 'webhooks', 'invoice-mails', 'alert-mails', 'account-mails'] as const;

/** The state of this installation, for whoever operates it. */
export const ServerState = closed({
  version: Type.String(),
  /** Machines of all organizations, as far as the replying node knows. */
  machinesOnline: Count,
  /** Machines connected to the replying node. */
  machinesConnected: Count,
  backup: closed({
    /** Whether Berth makes the backups: an external database is backed up with its own tools. */
    own: Type.Boolean(),
    /** The last one that was completed; null: none, or not known. */
    lastAt: nullable(Instant),
  }),
  /** The archive of the database's log, for restores to a point in time. */
  archive: closed({ on: Type.Boolean(), failing: Type.Boolean(), lastAt: nullable(Instant) }),
  disk: closed({ freeBytes: Type.Integer(), full: Type.Boolean() }),
  waiting: Type.Array(
    closed({
      queue: Type.Enum([...QUEUES]),
      waiting: Count,
      /** How many of them failed before. */
      retried: Count,
      oldestAt: nullable(Instant),
    }),
  ),
});
export type ServerState = Type.Static<typeof ServerState>;

/** Platform administrators belong to no tenant: the handler checks their token. */
export const readServerState = endpoint('GET /platform/server', {
  id: 'service.readState',
  summary: 'Read the state of the installation: backups, disk, waiting work. Requires a platform administrator',
  rate: 'poll',
  reply: ServerState,
  errors: ['forbidden'],
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
