/** What server, pages and machines agree on about the demo, Azure and the service that errors are reported to. */

/** The fixed address of the demo account (spec chapter 6). The name is reserved for examples: its mail is never delivered. */
export const DEMO_EMAIL = 'demo@berth.example';

/** Below the server's address: the demo's own API base ends with it (spec chapter 6). */
export const DEMO_API_PATH = '/demo/api';

/** The demo begins anew after this time, with everything that visitors changed gone. */
export const DEMO_LIFETIME_MS = 3_600_000;
/** After this time without a call the demo stops, and costs nothing until the next visit. */
export const DEMO_IDLE_MS = 600_000;

/** The application that the operator registered for logins at machines, and the Azure cloud it is in. */
export interface AzureApplication {
  readonly authority: string;
  readonly clientId: string;
}

/** Where a tenant's administrator lets the application in: what finishes the setup (spec chapter 8). */
export function adminConsentUrl({ authority, clientId }: AzureApplication, tenant: string): string {
  return `${authority}/${encodeURIComponent(tenant)}/adminconsent?client_id=${encodeURIComponent(clientId)}`;
}

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
