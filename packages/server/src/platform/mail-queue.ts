import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from './logger.ts';
import type { Mail, Mailer } from './mail.ts';

const ATTEMPTS = 4;
const FIRST_PAUSE_MS = 2_000;

/**
 * Sends mails outside of requests: a reply must neither wait for the mail server nor reveal by its timing whether a
 * mail was sent.
 */
export interface MailQueue {
  /** @param kind What a log calls the mail. */
  post(kind: string, mail: Mail | Promise<Mail>): void;
  /** Gives up waiting mails after one more attempt; resolves when every posted mail was sent or abandoned. */
  close(): Promise<void>;
  /** Resolves when every posted mail was sent or abandoned. */
  idle(): Promise<void>;
}

/** A queue with a few retries; people can request a lost mail again. */
export function createMailQueue(mailer: Mailer, logger: Logger): MailQueue {
  const underway = new Set<Promise<void>>();
  const closing = new AbortController();
  const { signal } = closing;

  async function send(kind: string, composing: Mail | Promise<Mail>): Promise<void> {
    const mail = await composing;
    for (let attempt = 1; ; attempt += 1) {
      try {
        await mailer.send(mail);
        return;
      } catch (error) {
        logger.warn({ err: error, kind, attempt }, 'A mail could not be sent');
        if (attempt >= ATTEMPTS || signal.aborted) return;
        await pause(FIRST_PAUSE_MS * 2 ** (attempt - 1), undefined, { signal, ref: false }).catch(() => undefined);
      }
    }
  }

  const idle = async () => {
    await Promise.all(underway);
  };
  return {
    post(kind, mail) {
      const sending = send(kind, mail)
        .catch((error: unknown) => logger.warn({ err: error, kind }, 'A mail was not sent'))
        .finally(() => underway.delete(sending));
      underway.add(sending);
    },
    idle,
    async close() {
      closing.abort();
      await idle();
    },
  };
}
