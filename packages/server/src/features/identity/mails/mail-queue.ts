import type { MailQueue } from '../../../platform/mail-queue.ts';
import { composeMail, type MailContent } from './compose.ts';

/** Mails of login and account. */
export interface IdentityMails {
  post(to: string, content: MailContent): void;
  /** Resolves when every posted mail was sent or abandoned. */
  idle(): Promise<void>;
}

/** Composes mails and puts them into a queue. */
export function identityMails(queue: MailQueue): IdentityMails {
  return {
    post: (to, content) => queue.post(content.kind, { to, ...composeMail(content) }),
    idle: queue.idle,
  };
}
