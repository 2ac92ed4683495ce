interface Cookie {
  readonly name: string;
  readonly value: string;
  readonly path: string;
  readonly attributes: string;
}

const REDIRECTS_MAX = 10;

/** The parts of a browser that logins need: cookies with paths, and redirects that tests can observe. */
export class Browser {
  readonly #cookies = new Map<string, Cookie>();
  readonly #language: string;

  constructor(language = 'de-DE') {
    this.#language = language;
  }

  /** All cookies, for tests of their attributes. */
  get cookies(): readonly Cookie[] {
    return [...this.#cookies.values()];
  }

  forget(name: string): void {
    for (const [key, cookie] of this.#cookies) if (cookie.name === name) this.#cookies.delete(key);
  }

  /** Sends one request; returns redirects instead of following them. */
  async fetch(url: string | URL, init: RequestInit = {}): Promise<Response> {
    const { pathname } = new URL(url);
    const headers = new Headers(init.headers);
    const sent = this.cookies.filter(({ path }) => pathname === path || pathname.startsWith(path.replace(/\/?$/, '/')));
    if (sent.length > 0) headers.set('cookie', sent.map(({ name, value }) => `${name}=${value}`).join('; '));
    if (!headers.has('accept-language')) headers.set('accept-language', this.#language);
    if (!headers.has('accept')) headers.set('accept', 'text/html');
    const response = await fetch(url, { ...init, headers, redirect: 'manual' });
    for (const line of response.headers.getSetCookie()) this.#keep(line);
    return response;
  }

  /** Opens an address and follows redirects until a page replies or `stop` matches the address. */
  async open(url: string | URL, stop: (url: URL) => boolean = () => false): Promise<{ url: URL; response?: Response }> {
    let at = new URL(url);
    for (let redirects = 0; redirects < REDIRECTS_MAX; redirects += 1) {
      if (stop(at)) return { url: at };
      const response = await this.fetch(at);
      const location = response.headers.get('location');
      if (location === null) return { url: at, response };
      at = new URL(location, at);
    }
    throw new Error(`Too many redirects, last to ${at.href}`);
  }

  /** Sends JSON as our pages do. */
  async post(url: string, body: unknown): Promise<{ status: number; body: unknown; headers: Headers }> {
    const response = await this.fetch(url, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', accept: 'application/json' },
    });
    const text = await response.text();
    return { status: response.status, body: text === '' ? null : JSON.parse(text), headers: response.headers };
  }

  /** Submits the form of an HTML page with the value of the pressed button. */
  async submit(page: string, base: URL, fields: Record<string, string> = {}): Promise<Response> {
    const action = /<form[^>]* action="([^"]+)"/.exec(page)?.[1];
    if (action === undefined) throw new Error('The page has no form');
    const inputs = page.matchAll(/<input\s[^>]*?name="([^"]+)"(?:[^>]*?value="([^"]*)")?[^>]*>/g);
    const values = Object.fromEntries(Array.from(inputs, ([, name = '', value = '']) => [name, value]));
    return this.fetch(new URL(action, base), {
      method: 'POST',
      body: new URLSearchParams({ ...values, ...fields }),
    });
  }

  #keep(line: string): void {
    const [pair = '', ...attributes] = line.split(';').map((part) => part.trim());
    const name = pair.slice(0, pair.indexOf('='));
    const value = pair.slice(pair.indexOf('=') + 1);
    const path = attributes.find((attribute) => /^path=/i.test(attribute))?.slice('path='.length) ?? '/';
    const expires = attributes.find((attribute) => /^expires=/i.test(attribute))?.slice('expires='.length);
    const key = `${name} ${path}`;
    if (value === '' || (expires !== undefined && Date.parse(expires) <= Date.now())) this.#cookies.delete(key);
    else this.#cookies.set(key, { name, value, path, attributes: attributes.join('; ') });
  }
}
