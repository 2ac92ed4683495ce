import { cspNonce } from '@berth/web/ui/csp-nonce.ts';
import { useEffect, useState, useSyncExternalStore } from 'react';
import styles from './info-section.module.css';

/** The administrator's HTML, sanitized, in a frame without an origin. The sanitizer is a separate chunk. */
export function HtmlFrame({ html, title }: { html: string; title: string }) {
  const [safe, setSafe] = useState<{ readonly html: string; readonly font: string }>();
  const theme = useTheme();
  useEffect(() => {
    let current = true;
    void prepare(html).then((ready) => current && setSafe(ready));
    return () => {
      current = false;
    };
  }, [html]);
  if (safe === undefined) return <div className={styles.frame} />;
  return (
    <iframe key={theme} className={styles.frame} title={title} sandbox="" srcDoc={page(safe.html, safe.font, theme)} />
  );
}

async function prepare(html: string): Promise<{ html: string; font: string }> {
  const [{ safeHtml }, { frameFont }] = await Promise.all([
    import('@berth/web/ui/safe-html.ts'),
    import('@berth/web/ui/safe-html.ts'),
  ]);
  // If the font fails to load, the system font is used.
  return { html: safeHtml(html), font: await frameFont().catch(() => '') };
}

/** Changes whenever the page's theme or text size does: a frame inherits neither. */
function useTheme(): string {
  return useSyncExternalStore(watchTheme, themeNow);
}

function watchTheme(changed: () => void): () => void {
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme', 'style'] });
  return () => observer.disconnect();
}

function themeNow(): string {
  const { dataset, style } = document.documentElement;
  return `${dataset.theme}/${style.fontSize}`;
}

function page(body: string, font: string, theme: string): string {
  const [scheme, size] = theme.split('/');
  const style = getComputedStyle(document.documentElement);
  const text = style.getPropertyValue('--text');
  // The frame inherits the page's CSP, so its style sheet needs the nonce.
  return `<!doctype html><meta charset="utf-8"><meta name="color-scheme" content="${scheme}">
<style nonce="${cspNonce()}">${font}
:root{color-scheme:${scheme};background:transparent;scrollbar-width:thin;scrollbar-color:color-mix(in srgb,currentcolor 45%,transparent) transparent}
html{font-size:${size || '100%'}}body{margin:0;min-height:100vh;display:grid;align-content:center;font:1.5rem/1.4 'Inter Variable',system-ui,sans-serif;color:${text};overflow-wrap:anywhere}
img{max-width:100%;height:auto}h1,h2,h3,p{margin:0 0 .5em;max-width:42em;text-wrap:pretty}h1,h2{font-size:2.25rem;line-height:1.2;font-weight:600}h3{font-size:1.5rem}:last-child{margin-bottom:0}
@media (height<8rem){:root{scrollbar-width:none}body{font-size:1.125rem}h1,h2{margin:0;font-size:1.5rem}}</style><div>${body}</div>`;
}
