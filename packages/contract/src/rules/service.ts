/** Shared by server, pages and machines: the demo, Azure, and the service for error reports. */

/** The fixed address of the demo account (spec chapter 6). The domain is reserved for examples: mail is never delivered. */
export const DEMO_EMAIL = 'demo@berth.example';

/** Last part of the demo's own API base (spec chapter 6). */
export const DEMO_API_PATH = '/demo/api';

/** After this time the demo restarts, without the visitors' changes. */
export const DEMO_LIFETIME_MS = 3_600_000;
/** After this time without a call the demo stops until the next visit. */
export const DEMO_IDLE_MS = 600_000;

/** The application that the operator registered for logins at machines, and its Azure cloud. */
export interface AzureApplication {
  readonly authority: string;
  readonly clientId: string;
}

/** The URL where a tenant's administrator consents to the application, which completes the setup (spec chapter 8). */
export function adminConsentUrl({ authority, clientId }: AzureApplication, tenant: string): string {
  return `${authority}/${encodeURIComponent(tenant)}/adminconsent?client_id=${encodeURIComponent(clientId)}`;
}

/** The service for error reports (Sentry's protocol). */
export interface ReportTarget {
  /** Scheme, host and port, which a page's policy has to allow. */
  readonly origin: string;
  /** The URL for envelopes. */
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

/** Parses a DSN (`https://KEY@HOST/PROJECT`); undefined if invalid. */
export function reportTargetOf(dsn: string): ReportTarget | undefined {
  const [, scheme, key, host, folder = '', project] = DSN.exec(dsn) ?? [];
  if (key === undefined) return undefined;
  const origin = `${scheme}${host}`;
  return { origin, address: `${origin}${folder}/api/${project}/envelope/`, key };
}

export type ReportKind = 'event' | 'transaction';

/** A report in the service's format. `id`: 32 hex digits; `sentAt`: ISO 8601. */
export function envelopeOf(type: ReportKind, content: object, id: string, sentAt: string): string {
  return [{ event_id: id, sent_at: sentAt }, { type }, content].map((line) => JSON.stringify(line)).join('\n');
}

/** The stack of an error, the innermost call last. */
export function stackFrames(stack: string): readonly StackFrame[] {
  const frames = stack.split('\n').flatMap((line) => {
    const [, called, named, filename = '', lineno, colno] = FRAME.exec(line) ?? [];
    if (lineno === undefined) return [];
    return [{ function: called || named || '<anonymous>', filename, lineno: Number(lineno), colno: Number(colno) }];
  });
  return frames.reverse();
}

/** Age of the last backup from which operators are warned, as in the alert rules (deploy/prometheus/alerts.yaml). */
export const BACKUP_OLD_MS = 2 * 86_400_000;
