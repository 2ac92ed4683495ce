import { randomUUID } from 'node:crypto';

/** Tells an error-reporting service of errors. */
export interface ErrorReporter {
  report(error: Error, message: string): void;
  /** Resolves when everything reported so far was sent, or could not be. */
  flush(): Promise<void>;
}

/** Errors a minute: one that happens with every call must not become the outage. */
const PER_MINUTE = 30;
const PATIENCE_MS = 5_000;
const FRAME = /^\s*at (?:(.+?) \()?(.+?):(\d+):(\d+)\)?$/;

/** Whether this can be a Sentry DSN: a key, a host and a project. */
export function isDsn(text: string): boolean {
  return addressOf(text) !== undefined;
}

/**
 * Sends errors as Sentry's envelopes: name, message and stack, and nothing of the call or of whoever made it. What
 * cannot be sent is dropped: reports must not trouble what they report of.
 */
export function reportToSentry(
  dsn: string,
  about: { readonly release: string; readonly environment: string },
): ErrorReporter {
  const target = addressOf(dsn);
  const sending = new Set<Promise<void>>();
  let [minute, count] = [0, 0];

  async function send(event: object, id: string): Promise<void> {
    if (!target) return;
    const lines = [{ event_id: id, sent_at: new Date().toISOString() }, { type: 'event' }, event];
    await fetch(target.address, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-sentry-envelope',
        'x-sentry-auth': `Sentry sentry_version=7, sentry_key=${target.key}, sentry_client=berth/${about.release}`,
      },
      body: lines.map((line) => JSON.stringify(line)).join('\n'),
      signal: AbortSignal.timeout(PATIENCE_MS),
    }).then(
      (reply) => void reply.arrayBuffer().catch(() => undefined),
      () => undefined,
    );
  }

  return {
    report(error, message) {
      const now = Math.floor(Date.now() / 60_000);
      if (now !== minute) [minute, count] = [now, 0];
      count += 1;
      if (count > PER_MINUTE) return;
      const id = randomUUID().replaceAll('-', '');
      const sent = send({ event_id: id, ...eventOf(error, message), ...about }, id);
      sending.add(sent);
      void sent.then(() => sending.delete(sent));
    },
    flush: async () => {
      await Promise.all(sending);
    },
  };
}

function eventOf(error: Error, message: string): object {
  return {
    timestamp: Date.now() / 1_000,
    platform: 'node',
    level: 'error',
    logger: 'berth',
    message: { formatted: message },
    exception: { values: [{ type: error.name, value: error.message, stacktrace: { frames: framesOf(error) } }] },
  };
}

/** Innermost last, as Sentry wants them. */
function framesOf({ stack = '' }: Error): object[] {
  const frames = stack.split('\n').flatMap((line) => {
    const [, name, filename = '', lineno, colno] = FRAME.exec(line) ?? [];
    if (lineno === undefined) return [];
    const inApp = !filename.includes('node_modules') && !filename.startsWith('node:');
    return [{ function: name ?? '<anonymous>', filename, lineno: Number(lineno), colno: Number(colno), in_app: inApp }];
  });
  return frames.reverse();
}

function addressOf(dsn: string): { readonly address: string; readonly key: string } | undefined {
  if (!URL.canParse(dsn)) return undefined;
  const { protocol, username, host, pathname } = new URL(dsn);
  const [, folder = '', project] = /^(.*)\/(\d+)\/?$/.exec(pathname) ?? [];
  if (username === '' || project === undefined) return undefined;
  return { address: `${protocol}//${host}${folder}/api/${project}/envelope/`, key: username };
}
