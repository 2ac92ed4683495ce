import { randomBytes } from 'node:crypto';

/** The page for a path (spec chapter 2): the machine's session or the console. */
export type Page = 'index.html' | 'session.html';

const ON_DEVICE =
  /^\/(?:session(?!\/login(?:\/|$))|greeter|screensaver|mirror|whiteboard|calls|fbw|factory-reset)(?:\/|$)/;

export function pageFor(path: string): Page {
  return ON_DEVICE.test(path) ? 'session.html' : 'index.html';
}

/** A random value that authorizes the scripts and styles of one response. */
export function createNonce(): string {
  return randomBytes(18).toString('base64');
}

/** Other origins that pages connect to. */
export interface OtherOrigins {
  /** Login providers: called, and targets of forms. */
  readonly identity: readonly string[];
  /** Called only: signaling servers and the error reporting service. */
  readonly called: readonly string[];
}

/**
 * The content security policy of a page. Scripts and styles need its nonce or come from our files, so injected code
 * never runs.
 */
export function pagePolicy(page: Page, nonce: string, { identity, called }: OtherOrigins): string {
  const session = page === 'session.html';
  const directives: Record<string, readonly string[]> = {
    'default-src': ["'self'"],
    'script-src': ["'self'", `'nonce-${nonce}'`],
    'style-src': ["'self'", `'nonce-${nonce}'`],
    // React and its libraries position elements with style attributes, which cannot contain style sheets or scripts.
    'style-src-attr': ["'unsafe-inline'"],
    // Slides and announcements show images and videos from other sites.
    'img-src': ["'self'", 'data:', 'blob:', ...(session ? ['https:', 'http:'] : [])],
    'media-src': ["'self'", 'data:', 'blob:', ...(session ? ['https:', 'http:'] : [])],
    'font-src': ["'self'", 'data:'],
    // The console on a machine connects to that machine's bridge.
    'connect-src': ["'self'", 'http://127.0.0.1:*', 'ws://127.0.0.1:*', ...identity, ...called],
    'worker-src': ["'self'", 'blob:'],
    'frame-src': ["'self'", 'blob:', 'data:'],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'", ...identity],
    // The console shows the session in a frame as its live preview.
    'frame-ancestors': [session ? "'self'" : "'none'"],
  };
  return Object.entries(directives)
    .map(([name, values]) => `${name} ${values.join(' ')}`)
    .join('; ');
}
