import type { UserId } from '@berth/contract/ids';
import type { Language } from '@berth/contract/rules/languages';
import type { Database } from '../../../db/connection.ts';
import type { MailQueue } from '../../../db/mail-queue.ts';
import { asSystem } from '../../../db/transaction.ts';
import type { Bus } from '../../../platform/bus.ts';
import { button, mailPage, muted, paragraph } from '../../../texts/mail-page.ts';
import { textsIn } from '../../../texts/texts.ts';

/**
 * Mails an invitation in the language of the invited person, or that of the inviter. Resolves when it is queued; throws
 * 'rate-limited' if there were too many.
 */
export type MailInvitation = (mail: {
  readonly to: string;
  readonly inviter: { readonly userId: UserId; readonly email: string };
  readonly organizationName: string;
}) => Promise<void>;

export interface MemberDeps {
  readonly bus: Bus;
  readonly mailInvitation: MailInvitation;
  /** Throws 'rate-limited' if this person, or others, mailed this address too often. */
  readonly requireMailsLeft: (inviter: UserId, to: string) => Promise<void>;
}

interface InvitationMailOptions {
  readonly db: Database;
  readonly queue: MailQueue;
  /** Origin that browsers use, without a slash at its end. */
  readonly publicUrl: string;
  /** The language of the account with this address. */
  readonly languageOf: (email: string) => Promise<Language | undefined>;
  /** Counts a mail of this person to this address; throws if there were too many. */
  readonly count: (inviter: UserId, to: string) => Promise<void>;
}

const KEEP_MINUTES = 3 * 24 * 60;

/** Mails invitations. One that cannot be mailed within three days remains and can be sent again. */
export function invitationMails(options: InvitationMailOptions): MailInvitation {
  const { db, queue, publicUrl, languageOf, count } = options;
  return async ({ to, inviter, organizationName }) => {
    await count(inviter.userId, to);
    const language = (await languageOf(to)) ?? (await languageOf(inviter.email)) ?? 'eng';
    const names = { organization: organizationName, inviter: inviter.email };
    const mail = { to, ...composeInvitation(language, names, `${publicUrl}/manage/org/select`) };
    await asSystem(db, (tx) => queue.add(tx, { kind: 'invitation', mail, keepMinutes: KEEP_MINUTES }));
    queue.send();
  };
}

/** Composes an invitation as plain text and as simple HTML. */
export function composeInvitation(
  language: Language,
  names: { readonly organization: string; readonly inviter: string },
  link: string,
) {
  const { t, paragraphs, tag } = textsIn(language);
  // A name cannot end the header: organization names and addresses have no line breaks.
  const subject = t('mails.invitation.subject', names);
  return mailPage({
    tag,
    subject,
    title: subject,
    parts: [
      ...paragraphs('mails.invitation.body', names).map(paragraph),
      button(t('mails.invitation.action'), t('mails.linkHint'), link),
      muted(t('mails.invitation.unexpected')),
    ],
    footer: t('mails.footer'),
  });
}
