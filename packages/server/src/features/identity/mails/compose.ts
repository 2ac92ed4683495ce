import type { Language } from '@berth/contract/rules/languages';
import { button, type ComposedMail, code, mailPage, muted, paragraph } from '../../../texts/mail-page.ts';
import { textsIn } from '../../../texts/texts.ts';

/** A mail whose button opens a link. */
export type LinkMail = 'verifyEmail' | 'alreadyRegistered' | 'resetPassword' | 'passwordChanged';
type PlainMail = 'deletionCode' | 'accountDeleted';

export type MailContent = {
  readonly language: Language;
  readonly code: string | null;
  /** How long code and link are valid. */
  readonly minutes: number | null;
} & ({ readonly kind: LinkMail; readonly link: string } | { readonly kind: PlainMail; readonly link: null });

/** Composes a mail in the person's language, as plain text and as simple HTML. */
export function composeMail(mail: MailContent): ComposedMail {
  const { kind, minutes } = mail;
  const { t, paragraphs, tag } = textsIn(mail.language);
  return mailPage({
    tag,
    subject: t(`mails.${kind}.subject`),
    title: t(`mails.${kind}.title`),
    parts: [
      ...(mail.code === null ? [] : [code(mail.code)]),
      ...paragraphs(`mails.${kind}.body`, minutes === null ? {} : { minutes }).map(paragraph),
      ...(mail.link === null ? [] : [button(t(`mails.${mail.kind}.action`), t('mails.linkHint'), mail.link)]),
      muted(t(`mails.${kind}.unexpected`)),
    ],
    footer: t('mails.footer'),
  });
}
