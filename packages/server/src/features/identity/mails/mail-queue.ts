import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from '../../../platform/logger.ts';
import type { Mailer } from '../../../platform/mail.ts';
import { composeMail, type MailContent } from './compose.ts';

const ATTEMPTS = 4;
const FIRST_PAUSE_MS = 2_000;

/**
 * Sends mails outside of requests: a reply must neither wait for the mail server nor reveal by its timing whether a
 * mail was sent.
 */
export interface MailQueue {
  post(to: string, content: MailContent): void;
  /** Resolves when every posted mail was sent or abandoned. */
  idle(): Promise<void>;
}

/** A queue with a few retries; people can request a lost mail again. */
export function createMailQueue(mailer: Mailer, logger: Logger, signal: AbortSignal): MailQueue {
  const underway = new Set<Promise<void>>();

  async function send(to: string, content: MailContent): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        await mailer.send({ to, ...composeMail(content) });
        return;
      } catch (error) {
        logger.warn({ err: error, kind: content.kind, attempt }, 'A mail could not be sent');
        if (attempt >= ATTEMPTS || signal.aborted) return;
        await pause(FIRST_PAUSE_MS * 2 ** (attempt - 1), undefined, { signal, ref: false }).catch(() => undefined);
      }
    }
  }

  return {
    post(to, content) {
      const sending = send(to, content).finally(() => underway.delete(sending));
      underway.add(sending);
    },
    async idle() {
      await Promise.all(underway);
    },
  };
}
