import type { ReactNode } from 'react';
import { useTexts } from '../../i18n/store.ts';
import { safeHtml } from '../../lib/safe-html.ts';
import { cspNonce } from '../../ui/csp-nonce.ts';
import styles from './html.module.css';

/** What machines show of the HTML: sanitised as there, in a frame without an origin. Light, as paper is. */
export default function HtmlPreview({ html }: { readonly html: string }): ReactNode {
  const { t } = useTexts();
  // The frame inherits the page's policy, and with it the nonce that its one style sheet needs.
  const page = `<!doctype html><meta charset="utf-8"><style nonce="${cspNonce()}">
body{margin:12px;font:16px/1.5 system-ui,sans-serif;color:#1b1c1f;background:#fff;overflow-wrap:anywhere}
img{max-width:100%;height:auto}h1,h2,h3,p{margin:0 0 .5em}</style>${safeHtml(html)}`;
  return <iframe className={styles.preview} title={t('forms.html.frame')} sandbox="" srcDoc={page} />;
}
