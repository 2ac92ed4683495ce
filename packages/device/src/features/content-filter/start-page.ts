import { PROBE } from './extension.ts';

/**
 * A page that waits until the extension's rules hold, which block its own request. Then it goes on to the address in its
 * fragment, or tells where it was asked to.
 */
export const START_PAGE = `<!doctype html><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title></title>
<script>
  const rulesHold = () => fetch('${PROBE}', { cache: 'no-store' }).then(() => false, () => true);
  (async () => {
    while (!(await rulesHold())) await new Promise((done) => setTimeout(done, 50));
    const token = new URLSearchParams(location.search).get('tell');
    if (token) return fetch('/installed/' + token);
    const next = new URL(decodeURIComponent(location.hash.slice(1)));
    if (/^https?:$/.test(next.protocol)) location.replace(next);
  })();
</script>`;
