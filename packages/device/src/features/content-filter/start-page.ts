import { PROBE } from './extension.ts';

/**
 * A page that waits until the extension's rules hold, which block its own request. Then it goes on to the address in its
 * fragment, or tells where it was asked to.
 */
export const START_PAGE = `<!doctype html><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title></title>
<script>
  const arrives = (path) => fetch(path, { cache: 'no-store' }).then(() => true, () => false);
  // While an extension comes, Chromium ends requests that no rule blocks: then another one fails, too.
  const rulesHold = async () => !(await arrives('${PROBE}')) && (await arrives('/other'));
  const until = async (met) => {
    while (!(await met())) await new Promise((done) => setTimeout(done, 50));
  };
  (async () => {
    await until(rulesHold);
    const token = new URLSearchParams(location.search).get('tell');
    if (token) return until(() => arrives('/installed/' + token));
    const next = new URL(decodeURIComponent(location.hash.slice(1)));
    if (/^https?:$/.test(next.protocol)) location.replace(next);
  })();
</script>`;
