import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { testAgent } from './testing/agents.ts';
import { processesMentioning, testFolder } from './testing/folders.ts';
import { desiredWith, TestGateway, webapps } from './testing/gateway.ts';
import { testPages } from './testing/pages.ts';
import { screenOf } from './testing/screen.ts';
import { listen } from './testing/speech.ts';
import { eventually } from './testing/wait.ts';

/** Reports typed text, the pixel ratio, and the contrast setting to its server. */
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

/** A form whose fields have names. */
const FORM = '<title>Form</title><h1>Form</h1><button autofocus>Notice board</button><label>Room <input></label>';

test('a screen reader reads the screen aloud in the language of the machine, until the logout', async () => {
  const folder = await testFolder();
  const heard = await listen(folder);
  vi.stubEnv('PATH', heard.path);
  const pages = await testPages({ '/form': FORM });
  const gateway = await TestGateway.start({
    desired: desiredWith(webapps({ display_name: 'Form', url: `${pages.url}/form` })),
  });
  const { call, events } = await testAgent({ folder, gateway: gateway.address, screen: true });
  await eventually(() => expect(events.some(({ event }) => event === 'display')).toBe(true));
  const screen = screenOf(events.find((event) => event.event === 'display')?.name ?? '');
  await call('speak_language', { tag: 'de-DE' });
  await call('change_accessibility', { screenReader: true });
  await eventually(async () => expect(await heard.said()).toContain('Bildschirmleser an.'));
  await eventually(() => call('open_session', { session_type: 'webapp', session_index: 0 }));
  // Orca reads the page or the focused field, depending on whether it saw the page load; a key press would interrupt it.
  await eventually(async () => expect(await heard.said()).toMatch(/Notice board Druckknopf\.|Eingabefeld/));
  await eventually(() => expect(heard.loudness()).toBeGreaterThan(0));
  // The browser that installs the web app's extension has no window.
  expect(await heard.said()).not.toContain('/start');

  await call('speak_language', { tag: 'en-US' });
  await eventually(async () => expect(await heard.said()).toContain('Screen reader on.'));

  screen.press('ctrl+alt+BackSpace');
  await eventually(async () => expect(await processesMentioning(join(folder, 'browsers', 'reader'))).toEqual([]));
}, 240_000);
