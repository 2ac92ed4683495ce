import type { UserId } from '@berth/contract/ids';
import type { Language } from '@berth/contract/rules/languages';
import type { Bus } from '../../../platform/bus.ts';
import type { MailQueue } from '../../../platform/mail-queue.ts';
import { button, mailPage, muted, paragraph } from '../../../texts/mail-page.ts';
import { textsIn } from '../../../texts/texts.ts';

/** Mails an invitation in the language of the invited person, or that of the inviter. */
export type MailInvitation = (mail: {
  readonly to: string;
  readonly inviter: { readonly userId: UserId; readonly email: string };
  readonly organizationName: string;
}) => void;

export interface MemberDeps {
  readonly bus: Bus;
  readonly mailInvitation: MailInvitation;
  /** Throws 'rate-limited' if this person, or others, mailed this address too often. */
  readonly requireMailsLeft: (inviter: UserId, to: string) => Promise<void>;
}

interface InvitationMailOptions {
  readonly queue: MailQueue;
  /** Origin that browsers use, without a slash at its end. */
  readonly publicUrl: string;
  /** The language of the account with this address. */
  readonly languageOf: (email: string) => Promise<Language | undefined>;
  /** Counts a mail of this person to this address; throws if there were too many. */
  readonly count: (inviter: UserId, to: string) => Promise<void>;
}

/** Mails invitations. One that cannot be mailed remains and can be sent again. */
export function invitationMails(options: InvitationMailOptions): MailInvitation {
  const { queue, publicUrl, languageOf, count } = options;
  return ({ to, inviter, organizationName }) => {
    const compose = async () => {
      await count(inviter.userId, to);
      const language = (await languageOf(to)) ?? (await languageOf(inviter.email)) ?? 'eng';
      const names = { organization: organizationName, inviter: inviter.email };
      return { to, ...composeInvitation(language, names, `${publicUrl}/manage/org/select`) };
    };
    queue.post('invitation', compose());
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
