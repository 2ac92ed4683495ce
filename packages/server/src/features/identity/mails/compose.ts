import type { Language } from '@berth/contract/rules/languages';
import { escapeHtml, textsIn } from '../../../texts/texts.ts';

/** A mail whose button opens a link. */
export type LinkMail = 'verifyEmail' | 'alreadyRegistered' | 'resetPassword' | 'passwordChanged';
type PlainMail = 'deletionCode' | 'accountDeleted';

export type MailContent = {
  readonly language: Language;
  readonly code: string | null;
  /** How long code and link are valid. */
  readonly minutes: number | null;
} & ({ readonly kind: LinkMail; readonly link: string } | { readonly kind: PlainMail; readonly link: null });

interface ComposedMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

const STYLE = {
  page: 'margin:0;padding:24px;background:#f4f4f5;font-family:Inter,Segoe UI,Roboto,Helvetica,Arial,sans-serif;color:#18181b',
  card: 'max-width:480px;margin:0 auto;padding:32px;background:#ffffff;border-radius:10px;font-size:16px;line-height:1.5',
  title: 'margin:0 0 16px;font-size:20px;line-height:1.3',
  code: 'margin:24px 0;font-size:32px;letter-spacing:8px;font-weight:600;font-variant-numeric:tabular-nums',
  button:
    'display:inline-block;margin:8px 0 16px;padding:12px 20px;border-radius:6px;background:#171799;color:#ffffff;text-decoration:none;font-weight:600',
  muted: 'color:#52525b;font-size:14px',
} as const;

/** Composes a mail in the person's language, as plain text and as simple HTML. */
export function composeMail(mail: MailContent): ComposedMail {
  const { kind, code, link, minutes } = mail;
  const { t, paragraphs, tag } = textsIn(mail.language);
  const subject = t(`mails.${kind}.subject`);
  const title = t(`mails.${kind}.title`);
  const body = paragraphs(`mails.${kind}.body`, minutes === null ? {} : { minutes });
  const unexpected = t(`mails.${kind}.unexpected`);
  const footer = t('mails.footer');

  const plain = [title, code, ...body, link, unexpected, `--\n${footer}`];
  const html = [
    `<!doctype html><html lang="${tag}"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>`,
    `<body style="${STYLE.page}"><div style="${STYLE.card}">`,
    `<h1 style="${STYLE.title}">${escapeHtml(title)}</h1>`,
    ...(code === null ? [] : [`<p style="${STYLE.code}">${escapeHtml(code)}</p>`]),
    ...body.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`),
    ...(mail.link === null ? [] : linkButton(t(`mails.${mail.kind}.action`), t('mails.linkHint'), mail.link)),
    `<p style="${STYLE.muted}">${escapeHtml(unexpected)}</p>`,
    `<p style="${STYLE.muted}">${escapeHtml(footer)}</p>`,
    '</div></body></html>',
  ];

  return {
    subject,
    text: `${plain.filter((part) => part !== null).join('\n\n')}\n`,
    html: `${html.join('\n')}\n`,
  };
}

function linkButton(action: string, hint: string, link: string): string[] {
  return [
    `<p><a href="${escapeHtml(link)}" style="${STYLE.button}">${escapeHtml(action)}</a></p>`,
    `<p style="${STYLE.muted}">${escapeHtml(hint)}<br>${escapeHtml(link)}</p>`,
  ];
}
