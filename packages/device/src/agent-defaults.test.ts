import { expect, onTestFinished, test, vi } from 'vitest';
import { testAgent } from './testing/agents.ts';
import { testFolder } from './testing/folders.ts';
import { desiredWith, TestGateway } from './testing/gateway.ts';
import { testPages } from './testing/pages.ts';
import { screenOf } from './testing/screen.ts';
import { eventually } from './testing/wait.ts';

// What a user sees on a machine whose profile leaves fields out (the defaults of spec chapter 9).

/** X key code of the key right of T: Z on a German keyboard, Y on others. */
const KEY_AFTER_T = '29';
const PAGE = `<title>Start</title><script>
  fetch('/ads/banner').catch(() => {}).then(() => fetch('/theme/' + matchMedia('(prefers-color-scheme: dark)').matches));
  addEventListener('keydown', ({ key }) => fetch('/key/' + key));
</script>`;

/** Answers https requests with this text, so that the test does not download the default list. */
function answerLists(text: string): string[] {
  const asked: string[] = [];
  const real = globalThis.fetch;
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, options) => {
    const address = String(input);
    if (!address.startsWith('https://')) return real(input, options);
    asked.push(address);
    return new Response(text);
  });
  onTestFinished(() => void vi.restoreAllMocks());
  return asked;
}

test('an untouched browser types German, is dark, blocks ads by one list, and knows five search engines', async () => {
  const asked = answerLists('/ads/*\n');
  const { url, visits } = await testPages({ '/': PAGE });
  const browser = { display_name: 'Web', url: `${url}/` };
  const desired = desiredWith({ thinhoc: { sessions: { webbrowser: [browser] } } });
  const gateway = await TestGateway.start({ desired });
  const { call, events } = await testAgent({ folder: await testFolder(), gateway: gateway.address, screen: true });
  await eventually(() => call('open_session', { session_type: 'webbrowser', session_index: 0 }));
  const paths = () => visits.map(({ path }) => path);
  await eventually(() => expect(paths()).toContain('/theme/true'));
  expect(paths()).not.toContain('/ads/banner');
  expect(asked).toEqual(['https://easylist.to/easylist/easylist.txt']);

  const display = events.find((event) => event.event === 'display') ?? expect.unreachable();
  const screen = screenOf(display.name);
  await eventually(() => {
    screen.press(KEY_AFTER_T);
    expect(paths()).toContain('/key/z');
  });
  // No search engine responds here: the error page has the host as its title.
  const title = () => screen.titles().find((each) => each.includes('berth-session')) ?? '';
  const search = async (text: string, host: string) => {
    screen.press('Escape', 'ctrl+l');
    screen.type(`${text}\n`);
    await eventually(() => expect(title(), text).toContain(host));
  };
  await search('opening hours', 'duckduckgo.com');
  await search('g hours', 'www.google.com');
  await search('b hours', 'www.bing.com');
  await search('s hours', 'www.startpage.com');
  await search('e hours', 'www.ecosia.org');
  await search('d hours', 'duckduckgo.com');
});
