import { reportTargetOf } from '@berth/contract/rules/service';
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
