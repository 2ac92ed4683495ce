import { useTexts } from '@berth/web/i18n/store.ts';
import { cspNonce } from '@berth/web/ui/csp-nonce.ts';
import { frameFont, safeHtml } from '@berth/web/ui/safe-html.ts';
import { type ReactNode, Suspense, use } from 'react';
import { useDefinition } from '../form-context.ts';
import styles from './html.module.css';

// If the font fails to load, the system font is used.
const font = frameFont().catch(() => '');

/** The HTML as machines show it: sanitized, in their font and theme, in a frame without an origin. */
export default function HtmlPreview({ html }: { readonly html: string }): ReactNode {
  const isDark = useDefinition()?.system.customization['global-dark-theme'] ?? true;
  return (
    <Suspense fallback={<div className={styles.preview} data-dark={isDark || undefined} />}>
      <Paper html={html} isDark={isDark} />
    </Suspense>
  );
}

function Paper({ html, isDark }: { readonly html: string; readonly isDark: boolean }): ReactNode {
  const { t } = useTexts();
  const scheme = isDark ? 'dark' : 'light';
  // The frame inherits the page's CSP, so its style sheet needs the nonce.
  const page = `<!doctype html><meta charset="utf-8"><meta name="color-scheme" content="${scheme}">
<style nonce="${cspNonce()}">${use(font)}
:root{color-scheme:${scheme};background:light-dark(#fff,#18191c);color:light-dark(#1b1c1f,#ececee)}
body{margin:16px;font:16px/1.5 'Inter Variable',system-ui,sans-serif;overflow-wrap:anywhere}
img{max-width:100%;height:auto}h1,h2,h3,p{margin:0 0 .5em}h1{font-size:1.75em}h2{font-size:1.25em}</style>${safeHtml(html)}`;
  return (
    <iframe
      key={scheme}
      className={styles.preview}
      data-dark={isDark || undefined}
      title={t('forms.html.frame')}
      sandbox=""
      srcDoc={page}
    />
  );
}
