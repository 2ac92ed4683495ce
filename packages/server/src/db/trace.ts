import type { LogEvent } from 'kysely';
import type { Tracer } from '../platform/tracing/tracer.ts';

const VERB = /^\s*(\w+)/;
const TEXT_MAX = 500;

/** A span for a statement. Values are parameters and stay out of it. */
export function traceQuery(tracer: Tracer, { level, query, queryDurationMillis }: LogEvent): void {
  const text = query.sql.replaceAll(/\s+/g, ' ').trim().slice(0, TEXT_MAX);
  tracer.took(queryDurationMillis, {
    name: VERB.exec(text)?.[1]?.toUpperCase() ?? 'QUERY',
    failed: level === 'error',
    attributes: { 'db.system.name': 'postgresql', 'db.query.text': text },
  });
}
