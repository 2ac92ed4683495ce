import type { Logger } from '../logger.ts';

/** A finished span; times in milliseconds since the epoch, IDs in hex. */
export interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
  readonly name: string;
  readonly kind: 'internal' | 'server' | 'client';
  readonly start: number;
  readonly end: number;
  readonly attributes: Readonly<Record<string, string | number>>;
  readonly failed: boolean;
}

export interface TracingConfig {
  /** The collector's URL; `/v1/traces` is appended, as specified for OTEL_EXPORTER_OTLP_ENDPOINT. */
  readonly endpoint: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly serviceName: string;
}

/** Takes finished spans and sends them in batches. */
export interface SpanExporter {
  add(span: Span): void;
  stop(): Promise<void>;
}

const SEND_MS = 2_000;
const BATCH = 512;
/** Queue limit while the collector is unavailable: the oldest spans are dropped, and calls never wait. */
const WAITING_MAX = 4_096;
const PATIENCE_MS = 5_000;
const KINDS = { internal: 1, server: 2, client: 3 } as const;

/** OTLP over HTTP with JSON (OpenTelemetry protocol 1.3). */
export function exportSpans({ endpoint, headers, serviceName }: TracingConfig, logger: Logger): SpanExporter {
  const address = `${endpoint.replace(/\/+$/, '')}/v1/traces`;
  const waiting: Span[] = [];
  let work = Promise.resolve();
  let isAway = false;

  async function send(): Promise<void> {
    for (let batch = waiting.splice(0, BATCH); batch.length > 0; batch = waiting.splice(0, BATCH)) {
      try {
        const reply = await fetch(address, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...headers },
          body: JSON.stringify(requestOf(batch, serviceName)),
          signal: AbortSignal.timeout(PATIENCE_MS),
        });
        await reply.arrayBuffer();
        if (!reply.ok) throw new Error(`The collector answered ${reply.status}`);
        isAway = false;
      } catch (error) {
        // Logged once, not every two seconds.
        if (!isAway) logger.warn({ err: error }, 'Traces could not be sent');
        isAway = true;
        return;
      }
    }
  }

  const next = (): Promise<void> => {
    work = work.then(send);
    return work;
  };
  const timer = setInterval(next, SEND_MS);
  timer.unref();
  return {
    add(span) {
      waiting.push(span);
      if (waiting.length > WAITING_MAX) waiting.shift();
    },
    stop: () => {
      clearInterval(timer);
      return next();
    },
  };
}

function requestOf(spans: readonly Span[], serviceName: string): object {
  return {
    resourceSpans: [
      {
        resource: { attributes: attributesOf({ 'service.name': serviceName }) },
        scopeSpans: [{ scope: { name: 'berth' }, spans: spans.map(present) }],
      },
    ],
  };
}

function present({ parentSpanId, kind, start, end, attributes, failed, ...rest }: Span): object {
  return {
    ...rest,
    ...(parentSpanId === undefined ? {} : { parentSpanId }),
    kind: KINDS[kind],
    startTimeUnixNano: nanoseconds(start),
    endTimeUnixNano: nanoseconds(end),
    attributes: attributesOf(attributes),
    status: failed ? { code: 2 } : {},
  };
}

function attributesOf(attributes: Span['attributes']): object[] {
  return Object.entries(attributes).map(([key, value]) => ({
    key,
    value: typeof value === 'number' ? { intValue: String(value) } : { stringValue: value },
  }));
}

function nanoseconds(ms: number): string {
  return String(BigInt(Math.round(ms * 1_000)) * 1_000n);
}
