import { reportTargetOf } from '@berth/contract/rules/service';
import type { DirectorySettings } from '../features/identity/directory/ldap.ts';
import type { TracingConfig } from '../platform/tracing/otlp.ts';
import type { Variables } from './variables.ts';

/** A bucket for files too large for the database. */
export interface S3Config {
  readonly endpoint: URL;
  readonly bucket: string;
  readonly region: string;
  readonly accessKey: string;
  readonly secretKey: string;
}

const NEEDED = ['BERTH_S3_BUCKET', 'BERTH_S3_ACCESS_KEY', 'BERTH_S3_SECRET_KEY'] as const;

/** Reads BERTH_S3_*; undefined: files are stored in the data folder. */
export function readStorage(variables: Variables): S3Config | undefined {
  const endpoint = variables.url('BERTH_S3_ENDPOINT', ['https:', 'http:']);
  const bucket = variables.text('BERTH_S3_BUCKET');
  const region = variables.text('BERTH_S3_REGION') ?? 'us-east-1';
  const accessKey = variables.text('BERTH_S3_ACCESS_KEY');
  const secretKey = variables.text('BERTH_S3_SECRET_KEY');
  if (!endpoint) return undefined;
  for (const name of NEEDED) {
    if (variables.text(name) === undefined) variables.fault(name, 'set together with BERTH_S3_ENDPOINT');
  }
  return bucket && accessKey && secretKey ? { endpoint, bucket, region, accessKey, secretKey } : undefined;
}

/** STUN and TURN servers for peer connections. */
export interface TurnConfig {
  /** stun:, turn:, and turns: addresses. */
  readonly urls: readonly string[];
  /** Shared with the TURN servers (coturn's static-auth-secret); undefined: no TURN servers. */
  readonly secret: string | undefined;
}

export function readTurn(variables: Variables): TurnConfig {
  const urls = variables.list('BERTH_ICE_SERVERS');
  const secret = variables.text('BERTH_TURN_SECRET');
  if (!urls.every((url) => /^(?:stun|stuns|turn|turns):[^\s/]+$/.test(url))) {
    variables.fault('BERTH_ICE_SERVERS', 'addresses such as turn:turn.example.org:3478, separated by commas');
  }
  if (urls.some((url) => url.startsWith('turn')) && secret === undefined) {
    variables.fault('BERTH_TURN_SECRET', 'set together with turn: addresses in BERTH_ICE_SERVERS');
  }
  return { urls, secret };
}

/** Reads the address for error reports. */
export function readSentryDsn(variables: Variables): string | undefined {
  const dsn = variables.url('SENTRY_DSN', ['https:', 'http:'])?.href;
  if (dsn !== undefined && !reportTargetOf(dsn))
    variables.fault('SENTRY_DSN', 'as Sentry shows it: https://KEY@HOST/PROJECT');
  return dsn;
}

/** Reads OpenTelemetry's standard variables, so that settings for other programs apply here, too. */
export function readTracing(variables: Variables): TracingConfig | undefined {
  const endpoint = variables.url('OTEL_EXPORTER_OTLP_ENDPOINT', ['https:', 'http:']);
  const headers = variables.list('OTEL_EXPORTER_OTLP_HEADERS').map((each) => /^([\w-]+)=(.+)$/.exec(each));
  if (headers.includes(null)) variables.fault('OTEL_EXPORTER_OTLP_HEADERS', 'pairs such as name=value, by commas');
  if (!endpoint) return undefined;
  return {
    endpoint: endpoint.href,
    headers: Object.fromEntries(
      headers.flatMap((each) => (each ? [[each[1], decodeURIComponent(each[2] ?? '')]] : [])),
    ),
    serviceName: variables.text('OTEL_SERVICE_NAME') ?? 'berth',
  };
}

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Reads BERTH_LDAP_*; undefined if not set. */
export function readDirectory(variables: Variables): DirectorySettings | undefined {
  const { text } = variables;
  const url = variables.url('BERTH_LDAP_URL', ['ldaps:', 'ldap:']);
  if (!url) return undefined;
  const base = text('BERTH_LDAP_BASE');
  if (!base) variables.fault('BERTH_LDAP_BASE', 'set together with BERTH_LDAP_URL, such as dc=example,dc=org');
  const startTls = variables.flag('BERTH_LDAP_START_TLS');
  if (url.protocol === 'ldap:' && !startTls && !LOOPBACK.has(url.hostname)) {
    variables.fault('BERTH_LDAP_URL', 'an ldaps:// address, or BERTH_LDAP_START_TLS true: passwords go over it');
  }
  const filter = text('BERTH_LDAP_FILTER') ?? '(mail={email})';
  if (!filter.includes('{email}')) variables.fault('BERTH_LDAP_FILTER', 'a filter with {email} in it');
  const dn = text('BERTH_LDAP_BIND_DN');
  const password = text('BERTH_LDAP_BIND_PASSWORD');
  if ((dn === undefined) !== (password === undefined)) {
    variables.fault('BERTH_LDAP_BIND_PASSWORD', 'set together with BERTH_LDAP_BIND_DN');
  }
  return {
    url: url.href.replace(/\/+$/, ''),
    startTls,
    base: base ?? '',
    filter,
    idAttribute: text('BERTH_LDAP_ID') ?? 'entryUUID',
    reader: dn !== undefined && password !== undefined ? { dn, password } : undefined,
  };
}
