import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import { WORK, type Work } from '../jobs.ts';
import type { Span, SpanExporter } from './otlp.ts';

/** The position of a call in a trace. */
export interface TraceContext {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
  readonly start: number;
}

type Facts = Pick<Span, 'name' | 'attributes' | 'failed'>;

/** Traces calls: spans during a call belong to its trace. */
export interface Tracer {
  /** Starts a call, in the caller's trace (W3C trace context) or a new one. */
  begin(traceparent: string | undefined): TraceContext;
  /** Runs a function inside the call. */
  within(context: TraceContext, run: () => void): void;
  end(context: TraceContext, facts: Facts): void;
  /**
   * Traces all jobs and messages of this process, inside the call that caused them, if any. Returns a function that
   * stops it.
   */
  follow(): () => void;
  /** Adds a finished span of this duration; ignored outside of calls. */
  took(ms: number, facts: Facts): void;
}

const TRACEPARENT = /^[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}$/;
const NONE = /^0+$/;

export function createTracer(exporter: SpanExporter): Tracer {
  const current = new AsyncLocalStorage<TraceContext>();
  const now = () => performance.timeOrigin + performance.now();
  const underWay = new WeakMap<Work, TraceContext>();
  const failed = new WeakSet<Work>();

  function beginWork(work: Work): TraceContext {
    const { traceId = randomBytes(16).toString('hex'), spanId: parentSpanId } = current.getStore() ?? {};
    const context = { traceId, spanId: randomBytes(8).toString('hex'), parentSpanId, start: now() };
    underWay.set(work, context);
    return context;
  }
  function endWork(work: Work): void {
    const context = underWay.get(work);
    if (!context) return;
    const facts = { name: work.name, failed: failed.has(work), attributes: {} };
    exporter.add({ ...context, ...facts, kind: 'internal', end: now() });
  }

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
    follow() {
      const ends = { asyncEnd: endWork, error: (work: Work) => void failed.add(work) };
      WORK.start.bindStore(current, beginWork);
      WORK.asyncEnd.subscribe(ends.asyncEnd as never);
      WORK.error.subscribe(ends.error as never);
      return () => {
        WORK.start.unbindStore(current);
        WORK.asyncEnd.unsubscribe(ends.asyncEnd as never);
        WORK.error.unsubscribe(ends.error as never);
      };
    },
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
