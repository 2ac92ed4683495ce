import type { Database, Tx } from '../../../db/connection.ts';
import type { MailQueue } from '../../../db/mail-queue.ts';
import { asSystem } from '../../../db/transaction.ts';
import { composeMail, type MailContent } from './compose.ts';

/** A mail without a code is of use for this long. */
const NOTICE_MINUTES = 3 * 24 * 60;

/** Mails of login and account. */
export interface IdentityMails extends Pick<MailQueue, 'send' | 'idle'> {
  /**
   * Queues a mail, which is sent if the transaction commits.
   *
   * @param options.decoy The mail is not sent, but takes the same work.
   */
  add(tx: Tx, to: string, content: MailContent, options?: { readonly decoy: boolean }): Promise<void>;
  /** Queues and sends a mail by itself. */
  post(to: string, content: MailContent): Promise<void>;
}

/** Composes mails and puts them into a queue. */
export function identityMails(db: Database, { add, send, idle }: MailQueue): IdentityMails {
  const queue: IdentityMails['add'] = (tx, to, content, { decoy } = { decoy: false }) =>
    add(tx, {
      kind: content.kind,
      mail: { to, ...composeMail(content) },
      keepMinutes: decoy ? 0 : (content.minutes ?? NOTICE_MINUTES),
    });
  return {
    add: queue,
    async post(to, content) {
      await asSystem(db, (tx) => queue(tx, to, content));
      send();
    },
    send,
    idle,
  };
}
