import type { Stops } from '@berth/contract/stops';
import type { Config } from '../config/config.ts';
import { createOutage, type Outage } from '../db/outage.ts';
import { createLogger, type Logger } from '../platform/logger.ts';
import { reportToSentry } from '../platform/reporting/sentry.ts';
import { exportSpans } from '../platform/tracing/otlp.ts';
import { createTracer, type Tracer } from '../platform/tracing/tracer.ts';

/** The log, and the configured traces and error reports. */
export function observe(
  config: Config,
  version: string,
  stops: Stops,
): { readonly logger: Logger; readonly outage: Outage; readonly tracer: Tracer | undefined } {
  const reporter =
    config.sentryDsn === undefined
      ? undefined
      : reportToSentry(config.sentryDsn, { release: version, environment: config.releaseChannel });
  if (reporter) stops.defer(() => reporter.flush());
  const outage = stops.use(createOutage());
  const logger = createLogger(config.logLevel, undefined, reporter, (error) => outage.covers(error));
  if (!config.tracing) return { logger, outage, tracer: undefined };
  const exporter = stops.use(exportSpans(config.tracing, logger));
  const tracer = createTracer(exporter);
  stops.defer(tracer.follow());
  return { logger, outage, tracer };
}
