import { randomBytes } from 'node:crypto';

/** Which page of the client answers a path (spec chapter 2): the device's own screens, or the console. */
export type Page = 'index.html' | 'session.html';

const ON_DEVICE =
  /^\/(?:session(?!\/login(?:\/|$))|greeter|screensaver|mirror|whiteboard|calls|fbw|factory-reset)(?:\/|$)/;

export function pageFor(path: string): Page {
  return ON_DEVICE.test(path) ? 'session.html' : 'index.html';
}

/** A value that scripts and styles of one answer carry, and that nobody can guess. */
export function createNonce(): string {
  return randomBytes(18).toString('base64');
}

/** Origins beside our own that pages talk to. */
export interface OtherOrigins {
  /** Where people sign in: called, and sent to by forms. */
  readonly identity: readonly string[];
  /** Only called: signaling servers, the service that errors are reported to. */
  readonly called: readonly string[];
}

/**
 * The content security policy of a page: scripts and styles only by their nonce or from our own files, so that text
 * that somebody smuggles into a page never runs.
 */
export function pagePolicy(page: Page, nonce: string, { identity, called }: OtherOrigins): string {
  const session = page === 'session.html';
  const directives: Record<string, readonly string[]> = {
    'default-src': ["'self'"],
    'script-src': ["'self'", `'nonce-${nonce}'`],
    'style-src': ["'self'", `'nonce-${nonce}'`],
    // React and its libraries place things by style attributes; a style sheet or a script they cannot carry.
    'style-src-attr': ["'unsafe-inline'"],
    // Slides and announcements show pictures and films from elsewhere.
    'img-src': ["'self'", 'data:', 'blob:', ...(session ? ['https:', 'http:'] : [])],
    'media-src': ["'self'", 'data:', 'blob:', ...(session ? ['https:', 'http:'] : [])],
    'font-src': ["'self'", 'data:'],
    // A console on a machine talks to that machine's bridge as well.
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
