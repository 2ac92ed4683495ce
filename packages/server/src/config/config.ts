import { fileURLToPath } from 'node:url';
import { MGMT_TIERS, type MgmtTier, PRO_CREDITS_DEFAULT } from '@berth/contract/limits';
import { normalizeEmail } from '@berth/contract/rules/text';
import type { DirectorySettings } from '../features/identity/directory/ldap.ts';
import type { ExternalProvider } from '../features/identity/provider/external-provider.ts';
import { isNetwork } from '../platform/addresses.ts';
import { LOG_LEVELS, type LogLevel } from '../platform/logger.ts';
import { StartError } from '../platform/start-error.ts';
import type { TracingConfig } from '../platform/tracing/otlp.ts';
import { type BillingConfig, readBilling } from './billing.ts';
import {
  readDirectory,
  readSentryDsn,
  readStorage,
  readTracing,
  readTurn,
  type S3Config,
  type TurnConfig,
} from './services.ts';
import { readVariables, type Variables } from './variables.ts';

/** The operator's settings. The composition root decides the meaning of `undefined`. */
export interface Config {
  readonly host: string;
  /** 0: any free port. */
  readonly port: number;
  /** The public address, without a trailing slash; undefined: derived from host and port. */
  readonly publicUrl: string | undefined;
  readonly dataFolder: string;
  /** The operator's PostgreSQL server, as the database owner; undefined: the embedded one. */
  readonly databaseUrl: string | undefined;
  /** The WAL archive of the embedded database, for point-in-time recovery; undefined: none. */
  readonly walArchive: string | undefined;
  /** The NATS server that connects several nodes; undefined: a single node. */
  readonly natsUrl: string | undefined;
  /** 32 bytes shared by all nodes of an installation; undefined: the file in the data folder. */
  readonly secret: Buffer | undefined;
  /** In lower case. */
  readonly platformAdmins: readonly string[];
  readonly smtpUrl: string | undefined;
  readonly mailFrom: string;
  readonly proCredits: number;
  readonly billing: BillingConfig;
  /** The operator's private networks that webhooks can reach. */
  readonly webhookNetworks: readonly string[];
  /** The tier of new organizations. */
  readonly defaultTier: MgmtTier;
  readonly cloudHosts: readonly string[];
  /** The token for the metrics of this node; undefined: metrics are off. */
  readonly metricsToken: string | undefined;
  /** The storage of machines' debug files; undefined: the data folder. */
  readonly storage: S3Config | undefined;
  /** Whether visitors can try a disposable sample installation. */
  readonly demo: boolean;
  readonly signaling: readonly string[] | undefined;
  /** The application registered for logins at machines, and the cloud it is registered in. */
  readonly azureAd: { readonly authority: string; readonly clientId: string } | undefined;
  readonly turn: TurnConfig;
  readonly sentryDsn: string | undefined;
  /** The trace collector; undefined: no traces. */
  readonly tracing: TracingConfig | undefined;
  /** The operator's identity provider; undefined: the embedded one. */
  readonly identity: ExternalProvider | undefined;
  /** A directory whose people log in with its passwords; undefined: none. */
  readonly directory: DirectorySettings | undefined;
  readonly logLevel: LogLevel;
  /** How long /ready replies 503 after SIGTERM, before connections are refused. */
  readonly stopDelaySeconds: number;
  /** Multiplies the rate limits, for fleets behind one address or a proxy with its own limits. */
  readonly rateFactor: number;
  /** Addresses or networks of proxies whose X-Forwarded-For is trusted. */
  readonly trustedProxies: readonly string[];
  readonly releaseChannel: 'development' | 'beta' | 'release';
  /** Versions of Berth OS that machines are offered, a subfolder each; undefined: none. */
  readonly osImages: string | undefined;
  /** The built client. */
  readonly clientFolder: string;
}

const DIRECTORY_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const repository = new URL('../../../../', import.meta.url);

/** Reads the environment; throws one StartError with all faults. The README lists the variables. */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const variables = readVariables(env);
  const { text, list } = variables;
  const config: Config = {
    host: text('BERTH_HOST') ?? '127.0.0.1',
    port: variables.integer('BERTH_PORT', { min: 0, max: 65_535 }, 8080),
    publicUrl: variables.url('BERTH_PUBLIC_URL', ['http:', 'https:'])?.href.replace(/\/+$/, ''),
    dataFolder: text('BERTH_DATA') ?? fileURLToPath(new URL('data', repository)),
    databaseUrl: variables.url('DATABASE_URL', ['postgres:', 'postgresql:'])?.href,
    walArchive: text('BERTH_WAL_ARCHIVE'),
    natsUrl: variables.url('NATS_URL', ['nats:', 'tls:'])?.href,
    secret: readSecret(variables),
    platformAdmins: list('BERTH_PLATFORM_ADMINS').map(normalizeEmail),
    smtpUrl: variables.url('SMTP_URL', ['smtp:', 'smtps:'])?.href,
    mailFrom: text('BERTH_MAIL_FROM') ?? 'Berth <berth@localhost>',
    proCredits: variables.integer('BERTH_PRO_CREDITS', { min: 0, max: 1_000 }, PRO_CREDITS_DEFAULT),
    billing: readBilling(variables),
    webhookNetworks: readNetworks(variables, 'BERTH_WEBHOOK_NETWORKS'),
    defaultTier: variables.choice('BERTH_DEFAULT_TIER', MGMT_TIERS, 'free'),
    cloudHosts: atMost(variables, 'BERTH_CLOUD_HOSTS', 3),
    metricsToken: text('BERTH_METRICS_TOKEN'),
    storage: readStorage(variables),
    demo: variables.choice('BERTH_DEMO', ['on', 'off'], 'on') === 'on',
    signaling: readSignaling(variables),
    azureAd: readAzureAd(variables),
    turn: readTurn(variables),
    sentryDsn: readSentryDsn(variables),
    tracing: readTracing(variables),
    identity: readIdentity(variables),
    directory: readDirectory(variables),
    // A single node cannot drain to another: waiting would only prolong the outage.
    stopDelaySeconds: variables.integer(
      'BERTH_STOP_DELAY',
      { min: 0, max: 300 },
      text('NATS_URL') === undefined ? 0 : 5,
    ),
    logLevel: variables.choice('BERTH_LOG', LOG_LEVELS, 'warn'),
    rateFactor: variables.integer('BERTH_RATE_FACTOR', { min: 1, max: 10_000 }, 1),
    trustedProxies: list('BERTH_TRUST_PROXY'),
    releaseChannel: variables.choice('BERTH_RELEASE_CHANNEL', ['development', 'beta', 'release'], 'development'),
    osImages: text('BERTH_OS_IMAGES'),
    clientFolder: text('BERTH_CLIENT') ?? fileURLToPath(new URL('packages/client/dist', repository)),
  };
  // Nodes share one database and one key; a node with its own data folder would be isolated.
  if (config.natsUrl !== undefined && config.databaseUrl === undefined)
    variables.fault('DATABASE_URL', 'set together with NATS_URL');
  if (config.natsUrl !== undefined && config.secret === undefined)
    variables.fault('BERTH_SECRET', 'set together with NATS_URL, the same on all nodes');
  if (variables.faults.length === 0) return config;
  throw new StartError(
    `Invalid environment variables. ${variables.faults.join(' ')}`,
    'Correct or unset these variables; the README lists them all.',
  );
}

function readSecret(variables: Variables): Buffer | undefined {
  const value = variables.text('BERTH_SECRET');
  if (value === undefined) return undefined;
  const secret = Buffer.from(value, 'base64url');
  if (secret.length !== 32) variables.fault('BERTH_SECRET', '32 random bytes in base64url');
  return secret;
}

function readNetworks(variables: Variables, name: string): readonly string[] {
  const networks = variables.list(name);
  if (!networks.every(isNetwork))
    variables.fault(name, 'addresses or networks such as 10.1.0.0/16, separated by commas');
  return networks;
}

function readSignaling(variables: Variables): readonly string[] | undefined {
  // The former spelling: ignoring it would silently drop an operator's servers.
  if (variables.text('BERTH_SIGNALLING')) variables.fault('BERTH_SIGNALLING', 'unset; its name is BERTH_SIGNALING now');
  const addresses = variables.list('BERTH_SIGNALING');
  if (addresses.length === 0) return undefined;
  if (addresses.length !== 3 || !addresses.every((each) => /^wss?:\/\//.test(each) && URL.canParse(each))) {
    variables.fault('BERTH_SIGNALING', 'three addresses that begin with ws:// or wss://, separated by commas');
  }
  return addresses;
}

function readAzureAd(variables: Variables): Config['azureAd'] {
  const clientId = variables.text('BERTH_AZURE_CLIENT_ID');
  const authority = variables.url('BERTH_AZURE_AUTHORITY', ['https:', 'http:']);
  if (!clientId) return undefined;
  return { authority: authority?.href.replace(/\/+$/, '') ?? 'https://login.microsoftonline.com', clientId };
}

function readIdentity(variables: Variables): ExternalProvider | undefined {
  const issuer = variables.url('BERTH_OIDC_ISSUER', ['https:', 'http:']);
  const clientId = variables.text('BERTH_OIDC_CLIENT_ID');
  if (issuer && !clientId) variables.fault('BERTH_OIDC_CLIENT_ID', 'set together with BERTH_OIDC_ISSUER');
  const implicit = variables.flag('BERTH_OIDC_IMPLICIT');
  const trustEmail = variables.flag('BERTH_OIDC_TRUST_EMAIL');
  const scope = variables.text('BERTH_OIDC_SCOPE') ?? 'openid email offline_access';
  if (!issuer || !clientId) return undefined;
  // Unnormalized: issuers are compared literally (OpenID Connect Discovery 4.3).
  const exact = variables.text('BERTH_OIDC_ISSUER') ?? issuer.href;
  const audience = variables.text('BERTH_OIDC_AUDIENCE');
  const tenant = variables.text('BERTH_OIDC_TENANT')?.toLowerCase();
  if (tenant !== undefined && !(DIRECTORY_ID.test(tenant) && exact.toLowerCase().includes(tenant)))
    variables.fault('BERTH_OIDC_TENANT', 'the id of a directory, the one that BERTH_OIDC_ISSUER names');
  const role = variables.text('BERTH_OIDC_ROLE');
  return { issuer: exact, clientId, audience, scope, trustEmail, implicit, tenant, role };
}

function atMost(variables: Variables, name: string, count: number): readonly string[] {
  const values = variables.list(name);
  if (values.length > count) variables.fault(name, `at most ${count} entries, separated by commas`);
  return values;
}
