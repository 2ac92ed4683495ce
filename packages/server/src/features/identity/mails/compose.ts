import type { Language } from '@berth/contract/rules/languages';
import { LANGUAGE_TAGS } from '@berth/contract/rules/languages';
import { escapeHtml } from '../html.ts';
import { MAIL_TEXTS, type MailKind } from './texts.ts';

export interface MailContent {
  readonly kind: MailKind;
  readonly language: Language;
  readonly code: string | null;
  readonly link: string | null;
  /** How long code and link work. */
  readonly minutes: number | null;
}

export interface ComposedMail {
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
    'display:inline-block;margin:8px 0 16px;padding:12px 20px;border-radius:6px;background:#990017;color:#ffffff;text-decoration:none;font-weight:600',
  muted: 'color:#52525b;font-size:14px',
} as const;

/** One mail in the person's language: plain text for every reader, and the same as simple HTML. */
export function composeMail({ kind, language, code, link, minutes }: MailContent): ComposedMail {
  const { linkHint, footer, [kind]: text } = MAIL_TEXTS[language];
  const body = text.body.map((paragraph) => paragraph.replace('{minutes}', String(minutes ?? '')));

  const plain = [text.title, code, ...body, link, text.unexpected, `--\n${footer}`];
  const button =
    link === null || text.action === null
      ? []
      : [
          `<p><a href="${escapeHtml(link)}" style="${STYLE.button}">${escapeHtml(text.action)}</a></p>`,
          `<p style="${STYLE.muted}">${escapeHtml(linkHint)}<br>${escapeHtml(link)}</p>`,
        ];
  const html = [
    `<!doctype html><html lang="${LANGUAGE_TAGS[language]}"><head><meta charset="utf-8"><title>${escapeHtml(text.subject)}</title></head>`,
    `<body style="${STYLE.page}"><div style="${STYLE.card}">`,
    `<h1 style="${STYLE.title}">${escapeHtml(text.title)}</h1>`,
    ...(code === null ? [] : [`<p style="${STYLE.code}">${escapeHtml(code)}</p>`]),
    ...body.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`),
    ...button,
    `<p style="${STYLE.muted}">${escapeHtml(text.unexpected)}</p>`,
    `<p style="${STYLE.muted}">${escapeHtml(footer)}</p>`,
    '</div></body></html>',
  ];

  return {
    subject: text.subject,
    text: `${plain.filter((part) => part !== null).join('\n\n')}\n`,
    html: `${html.join('\n')}\n`,
  };
}
