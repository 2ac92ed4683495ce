import { randomBytes } from 'node:crypto';
import type { Language } from '@berth/contract/rules/languages';
import type { ErrorOut, KoaContextWithOIDC } from 'oidc-provider';
import { chooseLanguage } from '../../../http/language.ts';
import { escapeHtml } from '../../../texts/texts.ts';

interface Page {
  readonly lang: string;
  readonly title: string;
  /** Markup, already escaped. */
  readonly body: readonly string[];
}

const STYLE = `
:root{color-scheme:light dark;--surface:#fff;--page:#f4f4f5;--text:#18181b;--muted:#52525b;--line:#71717a;--accent:#171799;--focus:#171799;--bad:#b00020}
@media(prefers-color-scheme:dark){:root{--surface:#27272a;--page:#18181b;--text:#f4f4f5;--muted:#a1a1aa;--line:#a1a1aa;--accent:#5356e0;--focus:#a9acff;--bad:#ff8a80}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:grid;place-items:center;padding:24px;background:var(--page);color:var(--text);font:16px/1.5 Inter,system-ui,sans-serif}
main{width:100%;max-width:400px;padding:32px;border-radius:10px;background:var(--surface)}
h1{margin:0 0 16px;font-size:20px;line-height:1.3}
p{margin:0 0 16px}
label{display:block;margin-bottom:4px;font-weight:600}
input[type=text]{width:100%;height:44px;margin-bottom:16px;padding:0 12px;border:1px solid var(--line);border-radius:6px;background:transparent;color:inherit;font:inherit;letter-spacing:2px;text-transform:uppercase}
button{width:100%;min-height:44px;margin-bottom:8px;border:0;border-radius:6px;background:var(--accent);color:#fff;font:inherit;font-weight:600;cursor:pointer}
button.quiet{background:transparent;color:inherit;border:1px solid var(--line)}
:focus-visible{outline:3px solid var(--focus);outline-offset:2px}
.code{font-size:28px;font-weight:600;letter-spacing:4px}
.muted{color:var(--muted);font-size:14px}
.bad{color:var(--bad)}
`;

/**
 * Sends a self-contained page. The provider needs a few pages that our client cannot render, because their forms contain
 * the provider's secrets. No scripts, no external resources, no framing.
 */
export function htmlPage(ctx: KoaContextWithOIDC, { lang, title, body }: Page): void {
  const nonce = randomBytes(16).toString('base64');
  ctx.set(
    'content-security-policy',
    `default-src 'none'; style-src 'nonce-${nonce}'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`,
  );
  ctx.set('cache-control', 'no-store');
  ctx.set('referrer-policy', 'no-referrer');
  ctx.set('x-content-type-options', 'nosniff');
  ctx.type = 'html';
  ctx.body = [
    `<!doctype html><html lang="${lang}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escapeHtml(title)} – Berth</title><style nonce="${nonce}">${STYLE}</style></head>`,
    `<body><main><h1>${escapeHtml(title)}</h1>${body.join('')}</main></body></html>`,
  ].join('');
}

/** Returns the language of a request. */
export function languageOfRequest(ctx: KoaContextWithOIDC): Language {
  const asked = ctx.oidc.params?.ui_locales;
  return chooseLanguage(typeof asked === 'string' ? asked : undefined, ctx.get('accept-language'));
}

const DESCRIPTION_MAX = 300;

/** Returns the address of the error page (spec chapter 2, /error), with text of limited length. */
function errorPage(publicUrl: string, out: ErrorOut): string {
  const page = new URL(`${publicUrl}/error`);
  page.searchParams.set('error', out.error);
  page.searchParams.set('error_description', (out.error_description ?? out.error).slice(0, DESCRIPTION_MAX));
  return page.href;
}

/** Redirects errors to our client, which shows them in the person's language. */
export function redirectToErrorPage(publicUrl: string) {
  return (ctx: KoaContextWithOIDC, out: ErrorOut): void => {
    ctx.status = 303;
    ctx.redirect(errorPage(publicUrl, out));
  };
}
