import { ERROR_REPORTING_TRACE_SAMPLE_RATE } from '@berth/contract/limits';
import { envelopeOf, type ReportKind, type ReportTarget, reportTargetOf } from '@berth/contract/rules/service';
import { factsOf } from './event.ts';
import { tellErrors } from './watch.ts';

export interface ReportedPage {
  /** Where reports go: a DSN. */
  readonly dsn: string;
  readonly release: string;
  /** The release channel. */
  readonly environment: string;
  readonly page: 'console' | 'session';
}

/** Maximum reports per page: one that keeps failing must not flood the service. */
const REPORTS_MAX = 20;
const PATIENCE_MS = 5_000;

/**
 * Starts error reporting for this page (spec chapter 7): the duration of its start (chapter 9: trace sample rate), and
 * each uncaught error once. Reports contain no addresses, tokens, names or typed text; reports that cannot be sent are
 * dropped.
 */
export function startReporter({ dsn, page, ...about }: ReportedPage): void {
  const target = reportTargetOf(dsn);
  if (!target) return;
  const common = {
    ...about,
    platform: 'javascript',
    logger: 'berth',
    transaction: page,
    sdk: { name: 'berth', version: about.release, settings: { infer_ip: 'never' } },
    contexts: { trace: { trace_id: hex(16), span_id: hex(8), op: 'pageload' } },
  };
  const known = new Set<string>();

  if (Math.random() < ERROR_REPORTING_TRACE_SAMPLE_RATE) {
    const times = { start_timestamp: performance.timeOrigin / 1_000, timestamp: Date.now() / 1_000 };
    send(target, 'transaction', { ...common, ...times, type: 'transaction', spans: [] });
  }
  tellErrors((error) => {
    const facts = factsOf(error, location.origin);
    if (!facts || known.size >= REPORTS_MAX) return;
    const { type, value, frames } = facts;
    const key = JSON.stringify([type, value, frames.at(-1)]);
    if (known.has(key)) return;
    known.add(key);
    const exception = { values: [{ type, value, stacktrace: { frames } }] };
    send(target, 'event', { ...common, timestamp: Date.now() / 1_000, level: 'error', exception });
  });
}

/** The key in the URL and plain text make this a simple request without a CORS preflight. */
function send({ address, key }: ReportTarget, type: ReportKind, content: object): void {
  const id = hex(16);
  const query = new URLSearchParams({ sentry_key: key, sentry_version: '7', sentry_client: 'berth' });
  fetch(`${address}?${query}`, {
    method: 'POST',
    body: envelopeOf(type, { event_id: id, ...content }, id, new Date().toISOString()),
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    keepalive: true,
    signal: AbortSignal.timeout(PATIENCE_MS),
  }).catch(() => undefined);
}

/** Random hex digits, two per byte. crypto.randomUUID would require a secure context. */
function hex(bytes: number): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );
}
