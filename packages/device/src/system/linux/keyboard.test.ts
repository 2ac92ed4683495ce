import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { KEYBOARD_LAYOUTS } from '@berth/contract/profile/keyboard-layouts';
import { expect, test } from 'vitest';
import { appWindow, openDesktop } from '../../testing/desktops.ts';
import { processesMentioning, testFolder } from '../../testing/folders.ts';
import { pressKeys } from '../../testing/keys.ts';
import { testPages } from '../../testing/pages.ts';
import { eventually } from '../../testing/wait.ts';
import type { DesktopOptions } from './desktop-options.ts';

async function openWithPrograms(options: Partial<DesktopOptions> = {}) {
  const opened = await openDesktop(options);
  const x = (program: string, ...args: string[]) =>
    execFileSync(program, args, { env: { ...process.env, DISPLAY: opened.desktop.name }, encoding: 'utf8' });
  return { ...opened, x };
}

test('sets a country’s layout on all keyboards', async () => {
  const { desktop, x } = await openWithPrograms();
  const layout = () => x('setxkbmap', '-query').match(/(?:layout|variant): +\S+/g);
  await desktop.setKeyboardLayout('FR');
  expect(layout()).toEqual(['layout:     fr']);
  await desktop.setKeyboardLayout('LU');
  expect(layout()).toEqual(['layout:     ch', 'variant:    fr']);
  await desktop.setKeyboardLayout('GB');
  expect(layout()).toEqual(['layout:     gb']);
});

test('every layout of the list can be set', async () => {
  const { desktop, x } = await openWithPrograms();
  for (const layout of KEYBOARD_LAYOUTS) {
    await desktop.setKeyboardLayout(layout);
    expect(x('setxkbmap', '-query'), layout).toContain('layout:');
  }
});

test('with a layout without Latin letters, Alt+Shift switches to them and back', async () => {
  const { desktop } = await openWithPrograms();
  const typing = `<title>Form</title><textarea autofocus oninput="document.title = 'Typed ' + this.value"></textarea>
    <script>setInterval(() => { if (document.hasFocus() && document.title === 'Form') document.title = 'Ready'; }, 50)</script>`;
  const { url } = await testPages({ '/form': typing });
  await desktop.setKeyboardLayout('RU');
  await desktop.openBrowser(appWindow('form', `${url}/form`));
  const shows = (title: string) =>
    eventually(() => expect(desktop.windows.list().map((window) => window.title)).toContain(title));
  const [a, shift, alt] = [38, 50, 64] as const;
  const pressA = () => pressKeys(desktop.name, a, -a);
  const switchLetters = () => pressKeys(desktop.name, alt, shift, -shift, -alt);
  await shows('Ready');
  await pressA();
  await shows('Typed ф');
  await switchLetters();
  await pressA();
  await shows('Typed фa');
  await switchLetters();
  await pressA();
  await shows('Typed фaф');
});

test.each([
  ['lying', 1280, 720],
  ['upright', 720, 1280],
] as const)('the on-screen keyboard types into a web app on a screen that is %s', async (_, width, height) => {
  const { desktop, folder, x } = await openWithPrograms({ size: `${width}x${height}` });
  const typing = `<title>Form</title><body style="margin:0"><textarea autofocus style="width:100%;height:99vh"
    oninput="document.title = 'Typed ' + this.value"></textarea>`;
  const { url } = await testPages({ '/form': typing });
  await desktop.setKeyboardLayout('US');
  const keyboard = await desktop.openKeyboard(false);
  const onboard = () =>
    x('xwininfo', '-root', '-tree')
      .split('\n')
      .filter((line) => line.includes('("onboard"'));
  await eventually(() => expect(onboard().some((line) => line.includes('72x72'))).toBe(true));
  await desktop.openBrowser(appWindow('form', `${url}/form`));
  const titles = () => desktop.windows.list().map(({ title }) => title);
  await eventually(() => expect(titles()).toContain('Form'));

  // The button is above the app's window. The keyboard opens at the bottom.
  click(width - 20, height / 2);
  const top = () => Number(new RegExp(`${width}x\\d+\\S+ +\\+0\\+(\\d+)`).exec(onboard().join('\n'))?.[1]);
  await eventually(() => expect(top()).toBeLessThan(height - 200));
  await eventually(async () => {
    click(width / 2, top() + 140);
    await eventually(() => expect(titles().some((title) => /^Typed ./.test(title))).toBe(true), 1_000);
  });

  await keyboard.stop();
  await eventually(() => expect(processesMentioning(`${folder}/browsers/keyboard`)).toEqual([]));
  expect(onboard()).toEqual([]);

  function click(left: number, top: number): void {
    x('xdotool', 'mousemove', String(left), String(top), 'click', '1');
  }
});

/** Entries of /proc/bus/input/devices. */
const TOUCH_SCREEN = 'N: Name="ELAN Touchscreen"\nB: PROP=2\nB: EV=b\nB: KEY=400 0 0 0 0 0\n';
const POWER_BUTTON = 'N: Name="Power Button"\nB: PROP=0\nB: EV=3\nB: KEY=10000000000000 0\n';
const KEYBOARD = 'N: Name="Dell Keyboard"\nB: PROP=0\nB: EV=120013\nB: KEY=10000 7ffffffffffffffe\n';

test('with only a touchscreen, the keyboard opens for a field, resizes the window above it, and closes', async () => {
  const devices = join(await testFolder(), 'devices');
  await writeFile(devices, [KEYBOARD, TOUCH_SCREEN].join('\n'));
  const { desktop, x } = await openWithPrograms({ inputDevices: devices });
  expect(await desktop.isTouchOnly()).toBe(false);
  await writeFile(devices, POWER_BUTTON);
  expect(await desktop.isTouchOnly()).toBe(false);
  await writeFile(devices, [POWER_BUTTON, TOUCH_SCREEN].join('\n'));
  expect(await desktop.isTouchOnly()).toBe(true);

  await desktop.openKeyboard(true);
  const page = '<title>Form</title><button autofocus>Next</button><input style="position:fixed;bottom:0;left:0">';
  const { url } = await testPages({ '/form': page });
  await desktop.openBrowser(appWindow('form', `${url}/form`));
  const height = () => Number(/"Form": \("127\S+ \S+ +1280x(\d+)/.exec(x('xwininfo', '-root', '-tree'))?.[1]);
  await eventually(() => expect(height()).toBeGreaterThan(600));
  await eventually(async () => {
    x('xdotool', 'key', 'Tab');
    await eventually(() => expect(height()).toBeLessThan(450), 2_000);
  });
  await eventually(() => expect(desktop.windows.covered()).toBeGreaterThan(200));
  x('xdotool', 'key', 'shift+Tab');
  await eventually(() => expect(height()).toBeGreaterThan(600));
  expect(x('xwininfo', '-root', '-tree')).not.toContain('accessibility');
});
