import { execFileSync } from 'node:child_process';
import { expect, onTestFinished, test } from 'vitest';
import { processesMentioning, testFolder } from '../../testing/folders.ts';
import { testPages } from '../../testing/pages.ts';
import { eventually } from '../../testing/wait.ts';
import { silentLog } from '../log.ts';
import { SESSION_CLASS_PREFIX } from '../ports/windows.ts';
import { findAccounts } from './accounts.ts';
import { desktopHost } from './desktop.ts';

const SIZE = { width: 1280, height: 720 };

async function openDesktop() {
  const folder = await testFolder();
  const accounts = await findAccounts(folder, silentLog);
  const size = `${SIZE.width}x${SIZE.height}`;
  const desktop = await desktopHost({ mode: 'headless', size, accounts, homeArguments: [], log: silentLog })?.open();
  if (!desktop) throw new Error('Chromium is not installed.');
  onTestFinished(() => desktop.close());
  const x = (program: string, ...args: string[]) =>
    execFileSync(program, args, { env: { ...process.env, DISPLAY: desktop.name }, encoding: 'utf8' });
  return { desktop, folder, x };
}

test('sets a country’s layout on all keyboards', async () => {
  const { desktop, x } = await openDesktop();
  const layout = () => x('setxkbmap', '-query').match(/(?:layout|variant): +\S+/g);
  await desktop.setKeyboardLayout('FR');
  expect(layout()).toEqual(['layout:     fr']);
  await desktop.setKeyboardLayout('LU');
  expect(layout()).toEqual(['layout:     ch', 'variant:    fr']);
  await desktop.setKeyboardLayout('GB');
  expect(layout()).toEqual(['layout:     gb']);
});

test('the on-screen keyboard types into a web app', async () => {
  const { desktop, folder, x } = await openDesktop();
  const typing = `<title>Form</title><body style="margin:0"><textarea autofocus style="width:100%;height:99vh"
    oninput="document.title = 'Typed ' + this.value"></textarea>`;
  const { url } = await testPages({ '/form': typing });
  await desktop.setKeyboardLayout('US');
  const keyboard = await desktop.openKeyboard();
  const onboard = () =>
    x('xwininfo', '-root', '-tree')
      .split('\n')
      .filter((line) => line.includes('("onboard"'));
  await eventually(() => expect(onboard().some((line) => line.includes('72x72'))).toBe(true));
  await desktop.openBrowser({
    kind: 'app',
    folder: 'form',
    className: `${SESSION_CLASS_PREFIX}-form`,
    url: `${url}/form`,
    fullscreen: false,
    pinchToZoom: true,
    caretBrowsing: false,
    userAgent: null,
    policies: {},
    extension: null,
    scale: 1,
    darkTheme: false,
  });
  const titles = () => desktop.windows.list().map(({ title }) => title);
  await eventually(() => expect(titles()).toContain('Form'));

  // The button at the edge is above the app's window; behind it the keys come up from below.
  click(SIZE.width - 20, SIZE.height / 2);
  const top = () => Number(/1280x\d+\S+ +\+0\+(\d+)/.exec(onboard().join('\n'))?.[1]);
  await eventually(() => expect(top()).toBeLessThan(SIZE.height - 200));
  await eventually(async () => {
    click(SIZE.width / 2, top() + 140);
    await eventually(() => expect(titles().some((title) => /^Typed ./.test(title))).toBe(true), 1_000);
  });

  await keyboard.stop();
  await eventually(() => expect(processesMentioning(`${folder}/browsers/keyboard`)).toEqual([]));
  expect(onboard()).toEqual([]);

  function click(left: number, top: number): void {
    x('xdotool', 'mousemove', String(left), String(top), 'click', '1');
  }
});
