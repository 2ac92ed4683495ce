import type { Language } from '@berth/contract/rules/languages';
import type { Logger } from '../../../platform/logger.ts';
import type { Mailer } from '../../../platform/mail.ts';
import { INVITATION_TEXTS } from './mail-texts.ts';
import type { MailInvitation } from './membership.ts';

export interface InvitationMailOptions {
  readonly mailer: Mailer;
  readonly logger: Logger;
  /** Origin that browsers use, without a slash at its end. */
  readonly publicUrl: string;
  /** The language of whoever has an account with this address. */
  readonly languageOf: (email: string) => Promise<Language | undefined>;
}

/** Invites by mail. A mail that cannot be sent is logged: the invitation stands, and can be sent again. */
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

interface Names {
  readonly organization: string;
  readonly inviter: string;
}

/** The same message as plain text and as simple HTML. */
export function composeInvitation(language: Language, names: Names, link: string) {
  const { tag, subject, body, action, unexpected } = INVITATION_TEXTS[language];
  const paragraphs = body.map((paragraph) => fill(paragraph, names));
  const html = [
    `<!doctype html><html lang="${tag}"><head><meta charset="utf-8"></head><body>`,
    ...paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`),
    `<p><a href="${escapeHtml(link)}">${escapeHtml(action)}</a></p>`,
    `<p>${escapeHtml(unexpected)}</p></body></html>`,
  ];
  return {
    // A name cannot end the header: organization names and addresses have no line breaks.
    subject: fill(subject, names),
    text: [...paragraphs, link, unexpected].join('\n\n'),
    html: html.join('\n'),
  };
}

function fill(text: string, { organization, inviter }: Names): string {
  return text.replace(/\{organization\}|\{inviter\}/g, (hole) => (hole === '{inviter}' ? inviter : organization));
}

function escapeHtml(text: string): string {
  const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
  return text.replace(/[&<>"]/g, (character) => entities[character] ?? character);
}
