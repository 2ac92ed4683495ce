import type { Config } from '../config/config.ts';
import { createOutage, type Outage } from '../db/outage.ts';
import { createLogger, type Logger } from '../platform/logger.ts';
import { reportToSentry } from '../platform/reporting/sentry.ts';
import { exportSpans } from '../platform/tracing/otlp.ts';
import { createTracer, type Tracer } from '../platform/tracing/tracer.ts';
import type { Stops } from './stops.ts';

/** What an operator watches the server by: its log, and traces and error reports where somebody is told of them. */
export function observe(
  config: Config,
  version: string,
  stops: Stops,
): { readonly logger: Logger; readonly outage: Outage; readonly tracer: Tracer | undefined } {
  const reporter =
    config.sentryDsn === undefined
      ? undefined
      : reportToSentry(config.sentryDsn, { release: version, environment: config.releaseChannel });
  if (reporter) stops.add(() => reporter.flush());
  const outage = createOutage();
  stops.add(() => outage.stop());
  const logger = createLogger(config.logLevel, undefined, reporter, (error) => outage.covers(error));
  if (!config.tracing) return { logger, outage, tracer: undefined };
  const exporter = exportSpans(config.tracing, logger);
  stops.add(() => exporter.stop());
  const tracer = createTracer(exporter);
  stops.add(tracer.follow());
  return { logger, outage, tracer };
}
