import { escapeHtml } from './texts.ts';

const STYLE = {
  page: 'margin:0;padding:24px;background:#f4f4f5;font-family:Inter,Segoe UI,Roboto,Helvetica,Arial,sans-serif;color:#18181b',
  card: 'max-width:480px;margin:0 auto;padding:32px;background:#ffffff;border-radius:10px;font-size:16px;line-height:1.5',
  title: 'margin:0 0 16px;font-size:20px;line-height:1.3',
  heading: 'margin:24px 0 8px;font-size:16px;line-height:1.3',
  list: 'margin:0;padding-left:20px',
  code: 'margin:24px 0;font-size:32px;letter-spacing:8px;font-weight:600;font-variant-numeric:tabular-nums',
  button:
    'display:inline-block;margin:8px 0 16px;padding:12px 20px;border-radius:6px;background:#171799;color:#ffffff;text-decoration:none;font-weight:600',
  link: 'color:#171799',
  muted: 'color:#52525b;font-size:14px',
} as const;

/** A part of a mail, as plain text and as HTML. */
export interface MailPart {
  readonly text: string;
  readonly html: string;
}

export function paragraph(text: string): MailPart {
  return { text, html: `<p>${escapeHtml(text)}</p>` };
}

/** A code to type or copy. */
export function code(text: string): MailPart {
  return { text, html: `<p style="${STYLE.code}">${escapeHtml(text)}</p>` };
}

/** Less important text. */
export function muted(text: string): MailPart {
  return { text, html: `<p style="${STYLE.muted}">${escapeHtml(text)}</p>` };
}

/** A heading and its items; an item without a link is plain text. */
export function list(heading: string, items: readonly { readonly text: string; readonly url?: string }[]): MailPart {
  const lines = items.map(({ text, url }) => {
    const shown = escapeHtml(text);
    return `<li>${url === undefined ? shown : `<a href="${escapeHtml(url)}" style="${STYLE.link}">${shown}</a>`}</li>`;
  });
  return {
    text: [heading, ...items.map(({ text }) => `- ${text}`)].join('\n'),
    html: `<h2 style="${STYLE.heading}">${escapeHtml(heading)}</h2><ul style="${STYLE.list}">${lines.join('')}</ul>`,
  };
}

/** A button that opens a link; `hint` says what to do if it does not work. */
export function button(action: string, hint: string, url: string): MailPart {
  const html = [
    `<p><a href="${escapeHtml(url)}" style="${STYLE.button}">${escapeHtml(action)}</a></p>`,
    `<p style="${STYLE.muted}">${escapeHtml(hint)}<br>${escapeHtml(url)}</p>`,
  ];
  return { text: url, html: html.join('\n') };
}

/** Less important text with a link behind it. */
export function mutedLink(text: string, url: string): MailPart {
  const link = `<a href="${escapeHtml(url)}" style="${STYLE.muted}">${escapeHtml(url)}</a>`;
  return { text: `${text}\n${url}`, html: `<p style="${STYLE.muted}">${escapeHtml(text)}<br>${link}</p>` };
}

interface MailPage {
  /** Language of the mail (BCP 47). */
  readonly tag: string;
  readonly subject: string;
  readonly title: string;
  readonly parts: readonly MailPart[];
  /** Ends the mail. */
  readonly footer: string;
}

export interface ComposedMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Composes a mail as plain text and as simple HTML. */
export function mailPage({ tag, subject, title, parts, footer }: MailPage): ComposedMail {
  const html = [
    `<!doctype html><html lang="${tag}"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>`,
    `<body style="${STYLE.page}"><div style="${STYLE.card}">`,
    `<h1 style="${STYLE.title}">${escapeHtml(title)}</h1>`,
    ...parts.map((part) => part.html),
    muted(footer).html,
    '</div></body></html>',
  ];
  return {
    subject,
    text: `${[title, ...parts.map(({ text }) => text), `--\n${footer}`].join('\n\n')}\n`,
    html: `${html.join('\n')}\n`,
  };
}
