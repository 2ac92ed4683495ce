import type { ErrorOut, KoaContextWithOIDC } from 'oidc-provider';
import { escapeHtml, type Texts, textsIn } from '../../../texts/texts.ts';
import { htmlPage, languageOfRequest } from './page.ts';

type PageTexts = Pick<Texts, 't'>;

function show(ctx: KoaContextWithOIDC, body: (texts: PageTexts) => readonly string[]): void {
  const texts = textsIn(languageOfRequest(ctx));
  htmlPage(ctx, { lang: texts.tag, title: texts.t('pages.device.title'), body: body(texts) });
}

/** Adds a label to the input of the provider's form, for screen readers. */
function labeled(form: string, label: string): string {
  return form
    .replace('<input\n', `<label for="user_code">${escapeHtml(label)}</label><input id="user_code" `)
    .replace(/placeholder="[^"]*" onfocus="[^"]*"/, 'autocapitalize="characters" spellcheck="false"');
}

/** RFC 8628, 3.3: the person types the code, unless the QR code carried it. */
export function enterUserCode(ctx: KoaContextWithOIDC, form: string, _out?: ErrorOut, error?: Error): void {
  show(ctx, ({ t }) => {
    const { userCode } = (error ?? {}) as { userCode?: string };
    const fault = !error
      ? null
      : userCode !== undefined || error.name === 'NoCodeError'
        ? t('pages.device.wrongCode')
        : error.name === 'AbortedError'
          ? t('pages.device.aborted')
          : t('pages.device.failed');
    return [
      fault === null
        ? `<p>${escapeHtml(t('pages.device.enter'))}</p>`
        : `<p role="alert" class="bad">${escapeHtml(fault)}</p>`,
      labeled(form, t('pages.device.code')),
      `<button type="submit" form="op.deviceInputForm">${escapeHtml(t('pages.device.next'))}</button>`,
    ];
  });
}

/** RFC 8628, 5.4: the person compares the code, as protection against phishing for a foreign device. */
export function confirmUserCode(
  ctx: KoaContextWithOIDC,
  form: string,
  _client: unknown,
  _deviceInfo: unknown,
  userCode: string,
): void {
  show(ctx, ({ t }) => [
    `<p>${escapeHtml(t('pages.device.compare'))}</p>`,
    `<p class="code">${escapeHtml(userCode)}</p>`,
    `<p class="muted">${escapeHtml(t('pages.device.unexpected'))}</p>`,
    form,
    `<button autofocus type="submit" form="op.deviceConfirmForm">${escapeHtml(t('pages.device.confirm'))}</button>`,
    `<button class="quiet" type="submit" form="op.deviceConfirmForm" value="yes" name="abort">${escapeHtml(t('pages.device.abort'))}</button>`,
  ]);
}

/** The final page; the device polls for its tokens. */
export function deviceLoggedIn(ctx: KoaContextWithOIDC): void {
  show(ctx, ({ t }) => [`<p role="status">${escapeHtml(t('pages.device.done'))}</p>`]);
}
