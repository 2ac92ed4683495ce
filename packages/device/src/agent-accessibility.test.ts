import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { testAgent } from './testing/agents.ts';
import { testFolder } from './testing/folders.ts';
import { desiredWith, TestGateway, webapps } from './testing/gateway.ts';
import { testPages } from './testing/pages.ts';
import { screenOf } from './testing/screen.ts';
import { eventually } from './testing/wait.ts';

/** Tells its server what is typed, and what it is shown with. */
const PAGE = `<title>Form</title><h1>Form</h1><textarea autofocus></textarea><script>
  const tell = (what) => fetch('/' + what);
  document.querySelector('textarea').addEventListener('input', ({ target }) => tell('typed-' + target.value));
  const contrast = matchMedia('(prefers-contrast: more)').matches || matchMedia('(forced-colors: active)').matches;
  tell('shown-' + devicePixelRatio + (contrast ? '-contrast' : ''));
</script>`;

test('key aids apply at once, text size and contrast to new sessions, and a logout ends all', async () => {
  const pages = await testPages({ '/form': PAGE });
  const gateway = await TestGateway.start({
    desired: desiredWith(webapps({ display_name: 'Form', url: `${pages.url}/form` })),
  });
  const { call, events } = await testAgent({ folder: await testFolder(), gateway: gateway.address, screen: true });
  await eventually(() => expect(events.some(({ event }) => event === 'display')).toBe(true));
  const display = events.find((event) => event.event === 'display')?.name ?? '';
  const screen = screenOf(display);
  const told = (start: string) => pages.visits.map(({ path }) => path).filter((path) => path.startsWith(`/${start}`));
  const repeat = () =>
    /delay:\s+(\d+)/.exec(execFileSync('xset', ['-display', display, 'q'], { encoding: 'utf8' }))?.[1];
  const openForm = async () => {
    pages.visits.length = 0;
    await eventually(() => call('open_session', { session_type: 'webapp', session_index: 0 }));
    await eventually(async () => expect((await call('list_sessions', {}))[0]?.state).toBe('open'));
    await eventually(() => expect(told('shown')).toHaveLength(1));
    await eventually(() => expect(screen.titles().join()).toContain('"Form"'));
  };

  await openForm();
  expect(told('shown')).toEqual(['/shown-1']);
  await call('change_accessibility', { stickyKeys: true, slowRepeat: true });
  expect(repeat()).toBe('1500');
  screen.press('shift');
  screen.press('a');
  screen.press('b');
  await eventually(() => expect(told('typed').at(-1)).toBe('/typed-Ab'));

  await call('change_accessibility', { largeText: true, highContrast: true });
  const [form] = await call('list_sessions', {});
  await call('close_session', { id: form?.id ?? '' });
  await openForm();
  expect(told('shown')).toEqual(['/shown-1.5-contrast']);

  screen.press('ctrl+alt+BackSpace');
  await eventually(() => expect(repeat()).toBe('660'));
});
