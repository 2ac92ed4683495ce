import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { BRIDGE_SUBPROTOCOL, BRIDGE_TOKEN_HEADER } from '@berth/contract/bridge/methods';
import { BridgeError } from './calls.ts';

/** A window of the session: the home screen's own, or a notice above every session. */
export type PageKind = 'home' | 'notice';

/**
 * Admits only the session's own page. A hostile page can send requests to a loopback address, but it cannot forge their
 * Origin, its Host shows a rebound name, and it cannot read the token, which is on a page of another origin.
 */
export class Guard {
  /** New in every process. Each kind of page has its own, which tells them apart when they connect. */
  readonly tokens: Readonly<Record<PageKind, string>> = { home: newToken(), notice: newToken() };
  readonly #host: string;

  /** @param host The bridge's host and port, for example `127.0.0.1:8090`. */
  constructor(host: string) {
    this.#host = host;
  }

  get origin(): string {
    return `http://${this.#host}`;
  }

  /** For pages and files: any site may navigate to them (the sign-in returns this way), but not fetch them. */
  checkRead(request: IncomingMessage): void {
    this.#checkHost(request);
    const { origin } = request.headers;
    if (origin !== undefined && origin !== this.origin) throw refused('origin');
    const site = request.headers['sec-fetch-site'];
    const isNavigation =
      request.headers['sec-fetch-mode'] === 'navigate' && request.headers['sec-fetch-dest'] === 'document';
    if (site !== undefined && site !== 'same-origin' && site !== 'none' && !isNavigation) throw refused('site');
  }

  /** For method calls. */
  checkCall(request: IncomingMessage): void {
    this.#checkOwnOrigin(request);
    this.#checkToken(request.headers[BRIDGE_TOKEN_HEADER]);
  }

  /**
   * For the events WebSocket, whose second subprotocol is the token.
   * @returns the kind of the page that connects.
   */
  checkEvents(request: IncomingMessage): PageKind {
    this.#checkOwnOrigin(request);
    const [name, token] = String(request.headers['sec-websocket-protocol'] ?? '').split(/\s*,\s*/);
    if (name !== BRIDGE_SUBPROTOCOL) throw refused('subprotocol');
    return this.#checkToken(token);
  }

  #checkOwnOrigin(request: IncomingMessage): void {
    this.#checkHost(request);
    if (request.headers.origin !== this.origin) throw refused('origin');
  }

  #checkHost(request: IncomingMessage): void {
    if (request.headers.host !== this.#host) throw refused('host');
  }

  #checkToken(given: unknown): PageKind {
    if (typeof given !== 'string') throw refused('token');
    const isOf = (kind: PageKind) => timingSafeEqual(digest(given), digest(this.tokens[kind]));
    if (isOf('home')) return 'home';
    if (isOf('notice')) return 'notice';
    throw refused('token');
  }
}

const newToken = () => randomBytes(32).toString('base64url');

function refused(what: string): BridgeError {
  return new BridgeError('forbidden', `The bridge serves this machine's own page only (${what}).`);
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
