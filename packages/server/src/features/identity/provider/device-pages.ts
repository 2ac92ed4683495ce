import { LANGUAGE_TAGS } from '@berth/contract/rules/languages';
import type { ErrorOut, KoaContextWithOIDC } from 'oidc-provider';
import { escapeHtml } from '../html.ts';
import { htmlPage, languageOfRequest } from './page.ts';
import { PAGE_TEXTS } from './page-texts.ts';

function show(ctx: KoaContextWithOIDC, body: (texts: (typeof PAGE_TEXTS)['eng']['device']) => readonly string[]): void {
  const language = languageOfRequest(ctx);
  const texts = PAGE_TEXTS[language].device;
  htmlPage(ctx, { lang: LANGUAGE_TAGS[language], title: texts.title, body: body(texts) });
}

/** The provider's form has a bare input: it gets the label that readers of the page need. */
function labeled(form: string, label: string): string {
  return form
    .replace('<input\n', `<label for="user_code">${escapeHtml(label)}</label><input id="user_code" `)
    .replace(/placeholder="[^"]*" onfocus="[^"]*"/, 'autocapitalize="characters" spellcheck="false"');
}

/** RFC 8628, 3.3: the person types the code, unless the QR code carried it. */
export function enterUserCode(ctx: KoaContextWithOIDC, form: string, _out?: ErrorOut, error?: Error): void {
  show(ctx, (texts) => {
    const { userCode } = (error ?? {}) as { userCode?: string };
    const fault = !error
      ? null
      : userCode !== undefined || error.name === 'NoCodeError'
        ? texts.wrongCode
        : error.name === 'AbortedError'
          ? texts.aborted
          : texts.failed;
    return [
      fault === null ? `<p>${escapeHtml(texts.enter)}</p>` : `<p role="alert" class="bad">${escapeHtml(fault)}</p>`,
      labeled(form, texts.code),
      `<button type="submit" form="op.deviceInputForm">${escapeHtml(texts.next)}</button>`,
    ];
  });
}

/** RFC 8628, 5.4: the person compares the code, so that nobody is talked into signing in a foreign device. */
export function confirmUserCode(
  ctx: KoaContextWithOIDC,
  form: string,
  _client: unknown,
  _deviceInfo: unknown,
  userCode: string,
): void {
  show(ctx, (texts) => [
    `<p>${escapeHtml(texts.compare)}</p>`,
    `<p class="code">${escapeHtml(userCode)}</p>`,
    `<p class="muted">${escapeHtml(texts.unexpected)}</p>`,
    form,
    `<button autofocus type="submit" form="op.deviceConfirmForm">${escapeHtml(texts.confirm)}</button>`,
    `<button class="quiet" type="submit" form="op.deviceConfirmForm" value="yes" name="abort">${escapeHtml(texts.abort)}</button>`,
  ]);
}

/** The device polls and gets its tokens by itself. */
export function deviceSignedIn(ctx: KoaContextWithOIDC): void {
  show(ctx, (texts) => [`<p role="status">${escapeHtml(texts.done)}</p>`]);
}
