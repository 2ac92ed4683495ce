import { randomUUID } from 'node:crypto';
import { envelopeOf, reportTargetOf, stackFrames } from '@berth/contract/rules/service';

/** Reports errors to an error-reporting service. */
export interface ErrorReporter {
  report(error: Error, message: string): void;
  /** Resolves when all reports are sent or have failed. */
  flush(): Promise<void>;
}

/** Maximum number of errors per minute, so that an error in every call does not add to an outage. */
const PER_MINUTE = 30;
const PATIENCE_MS = 5_000;

/**
 * Sends errors as Sentry envelopes with name, message and stack, without data of the call or the person. Reports that
 * fail to send are dropped.
 */
export function reportToSentry(
  dsn: string,
  about: { readonly release: string; readonly environment: string },
): ErrorReporter {
  const target = reportTargetOf(dsn);
  const sending = new Set<Promise<void>>();
  let [minute, count] = [0, 0];

  async function send(event: object, id: string): Promise<void> {
    if (!target) return;
    await fetch(target.address, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-sentry-envelope',
        'x-sentry-auth': `Sentry sentry_version=7, sentry_key=${target.key}, sentry_client=berth/${about.release}`,
      },
      body: envelopeOf('event', event, id, new Date().toISOString()),
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

function framesOf({ stack = '' }: Error): object[] {
  return stackFrames(stack).map((frame) => {
    const { filename } = frame;
    return { ...frame, in_app: !filename.includes('node_modules') && !filename.startsWith('node:') };
  });
}
