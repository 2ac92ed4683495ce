/** Where errors are reported to, by Sentry's protocol: what server and pages must agree on with the service. */
export interface ReportTarget {
  /** Scheme, host and port: what a page's policy has to allow. */
  readonly origin: string;
  /** Where envelopes are posted. */
  readonly address: string;
  readonly key: string;
}

export interface StackFrame {
  readonly function: string;
  readonly filename: string;
  readonly lineno: number;
  readonly colno: number;
}

const DSN = /^(https?:\/\/)([^:@/]+)(?::[^@/]*)?@([^/?#]+)(\/[^?#]*)?\/(\d+)\/?$/;
/** `at name (file:1:2)` and `at file:1:2` of V8, `name@file:1:2` of the others. */
const FRAME = /^\s*(?:at (?:(.+?) \()?|(?:(.*?)@)?)([^\s()@][^\s()]*):(\d+):(\d+)\)?$/;

/** What a DSN (`https://KEY@HOST/PROJECT`) says; undefined for a text that is none. */
export function reportTargetOf(dsn: string): ReportTarget | undefined {
  const [, scheme, key, host, folder = '', project] = DSN.exec(dsn) ?? [];
  if (scheme === undefined || key === undefined || host === undefined) return undefined;
  const origin = scheme + host;
  return { origin, address: `${origin}${folder}/api/${project}/envelope/`, key };
}

export type ReportKind = 'event' | 'transaction';

/** One report as the service takes it. `id`: 32 hex digits; `sentAt`: ISO 8601. */
export function envelopeOf(type: ReportKind, content: object, id: string, sentAt: string): string {
  return [{ event_id: id, sent_at: sentAt }, { type }, content].map((line) => JSON.stringify(line)).join('\n');
}

/** Where an error came from, the innermost call last. */
export function stackFrames(stack: string): readonly StackFrame[] {
  const frames = stack.split('\n').flatMap((line) => {
    const [, called, named, filename = '', lineno, colno] = FRAME.exec(line) ?? [];
    if (lineno === undefined) return [];
    return [{ function: called || named || '<anonymous>', filename, lineno: Number(lineno), colno: Number(colno) }];
  });
  return frames.reverse();
}
