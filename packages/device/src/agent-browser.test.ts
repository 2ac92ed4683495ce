import { expect, test } from 'vitest';
import { testAgent } from './testing/agents.ts';
import { desiredWith } from './testing/desired.ts';
import { testFolder } from './testing/folders.ts';
import { TestGateway } from './testing/gateway.ts';
import { testPages } from './testing/pages.ts';
import { eventually } from './testing/wait.ts';

test('the free browser keeps to the rules of its profile', async () => {
  const { url, visits } = await testPages({
    '/': `<title>Start</title><script>
      setInterval(() => { fetch('/ads/banner'); fetch('/content'); }, 200);
    </script>`,
    '/list.txt': '! Our list\n/ads/*\n',
    '/ads/banner': '',
    '/content': '',
  });
  const browser = {
    display_name: 'Web',
    url: `${url}/`,
    custom_user_agent: 'Harbour/1.0',
    content_filter_lists: [`${url}/list.txt`],
  };
  const gateway = await TestGateway.start({
    desired: desiredWith({ thinhoc: { sessions: { webbrowser: [browser] } } }),
  });
  const { call } = await testAgent({ folder: await testFolder(), gateway: gateway.address, screen: true });
  await eventually(() => call('open_session', { session_type: 'webbrowser', session_index: 0 }));
  await eventually(() => expect(visits.map(({ path }) => path)).toContain('/content'));
  expect(visits.find(({ path }) => path === '/')?.userAgent).toBe('Harbour/1.0');

  // The extension is there soon after the first start, and before every later page.
  const blocked = async () => {
    visits.length = 0;
    await eventually(() => expect(visits.filter(({ path }) => path === '/content').length).toBeGreaterThan(4));
    return visits.every(({ path }) => path !== '/ads/banner');
  };
  await eventually(async () => expect(await blocked()).toBe(true));
});
