import { reportTargetOf } from '@berth/contract/rules/error-reports';
import type { TracingConfig } from '../platform/tracing/otlp.ts';
import type { Variables } from './variables.ts';

/** Where errors are reported to. */
export function readSentryDsn(variables: Variables): string | undefined {
  const dsn = variables.url('SENTRY_DSN', ['https:', 'http:'])?.href;
  if (dsn !== undefined && !reportTargetOf(dsn))
    variables.fault('SENTRY_DSN', 'as Sentry shows it: https://KEY@HOST/PROJECT');
  return dsn;
}

/** OpenTelemetry's own names, so that what an operator has set for other programs is right for this one. */
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
