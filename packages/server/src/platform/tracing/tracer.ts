import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import type { Span, SpanExporter } from './otlp.ts';

/** Where a call stands in a trace. */
export interface TraceContext {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
  readonly start: number;
}

type Facts = Pick<Span, 'name' | 'attributes' | 'failed'>;

/** Follows calls through the process: what a call does on its way belongs to its span. */
export interface Tracer {
  /** A call begins, of the trace that its caller named (W3C trace context) or of a new one. */
  begin(traceparent: string | undefined): TraceContext;
  /** Everything that `run` begins belongs to this call. */
  within(context: TraceContext, run: () => void): void;
  end(context: TraceContext, facts: Facts): void;
  /** Something that took so long and is over now; nothing outside of a call. */
  took(ms: number, facts: Facts): void;
}

const TRACEPARENT = /^[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}$/;
const NONE = /^0+$/;

export function createTracer(exporter: SpanExporter): Tracer {
  const current = new AsyncLocalStorage<TraceContext>();
  const now = () => performance.timeOrigin + performance.now();
  return {
    begin(traceparent) {
      const [, traceId = '', parentSpanId = ''] = TRACEPARENT.exec(traceparent ?? '') ?? [];
      const isNamed = traceId !== '' && !NONE.test(traceId) && !NONE.test(parentSpanId);
      return {
        traceId: isNamed ? traceId : randomBytes(16).toString('hex'),
        spanId: randomBytes(8).toString('hex'),
        parentSpanId: isNamed ? parentSpanId : undefined,
        start: now(),
      };
    },
    within: (context, run) => current.run(context, run),
    end: (context, facts) => exporter.add({ ...context, ...facts, kind: 'server', end: now() }),
    took(ms, facts) {
      const parent = current.getStore();
      if (!parent) return;
      const end = now();
      const spanId = randomBytes(8).toString('hex');
      const { traceId, spanId: parentSpanId } = parent;
      exporter.add({ ...facts, traceId, spanId, parentSpanId, kind: 'client', start: end - ms, end });
    },
  };
}
