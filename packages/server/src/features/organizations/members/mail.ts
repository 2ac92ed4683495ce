import type { Language } from '@berth/contract/rules/languages';
import type { Bus } from '../../../platform/bus.ts';
import type { Logger } from '../../../platform/logger.ts';
import type { Mailer } from '../../../platform/mail.ts';
import { escapeHtml, textsIn } from '../../../texts/texts.ts';

/** Mails an invitation in the language of the invited person, or that of the inviter. */
export type MailInvitation = (mail: {
  readonly to: string;
  readonly inviter: { readonly userId: string; readonly email: string };
  readonly organizationName: string;
}) => Promise<void>;

export interface MemberDeps {
  readonly bus: Bus;
  readonly mailInvitation: MailInvitation;
}

interface InvitationMailOptions {
  readonly mailer: Mailer;
  readonly logger: Logger;
  /** Origin that browsers use, without a slash at its end. */
  readonly publicUrl: string;
  /** The language of the account with this address. */
  readonly languageOf: (email: string) => Promise<Language | undefined>;
}

/** Mails invitations. Logs failures: the invitation remains and can be sent again. */
export function invitationMails({ mailer, logger, publicUrl, languageOf }: InvitationMailOptions): MailInvitation {
  return async ({ to, inviter, organizationName }) => {
    try {
      const language = (await languageOf(to)) ?? (await languageOf(inviter.email)) ?? 'eng';
      const names = { organization: organizationName, inviter: inviter.email };
      await mailer.send({ to, ...composeInvitation(language, names, `${publicUrl}/manage/org/select`) });
    } catch (error) {
      logger.warn({ err: error }, 'An invitation could not be mailed');
    }
  };
}

/** Composes an invitation as plain text and as simple HTML. */
export function composeInvitation(
  language: Language,
  names: { readonly organization: string; readonly inviter: string },
  link: string,
) {
  const { t, paragraphs, tag } = textsIn(language);
  const body = paragraphs('mails.invitation.body', names);
  const unexpected = t('mails.invitation.unexpected');
  const html = [
    `<!doctype html><html lang="${tag}"><head><meta charset="utf-8"></head><body>`,
    ...body.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`),
    `<p><a href="${escapeHtml(link)}">${escapeHtml(t('mails.invitation.action'))}</a></p>`,
    `<p>${escapeHtml(unexpected)}</p></body></html>`,
  ];
  return {
    // A name cannot end the header: organization names and addresses have no line breaks.
    subject: t('mails.invitation.subject', names),
    text: [...body, link, unexpected].join('\n\n'),
    html: html.join('\n'),
  };
}
