// @vitest-environment happy-dom
import { act } from 'react';
import { expect, test } from 'vitest';
import { showSession } from '../testing/session-page.tsx';
import FactoryReset from './factory-reset.tsx';
import Settings from './settings.tsx';
import SettingsGate from './settings-gate.tsx';

const MONITOR = { width: 1920, height: 1080 };
const DISPLAYS = { monitors: [MONITOR, MONITOR], arrangement: 'extended', rotation: 'normal', fixed: false };
const SPEAKERS = { id: 'speakers', name: 'Speakers', chosen: true, volume: 40, muted: false };
const KEYBOARD = { layouts: ['DE', 'FR'], layout: 'DE', onScreen: false };

function show(displays: object = DISPLAYS, keyboard: object = KEYBOARD) {
  return showSession(<Settings />, {
    state: { keyboard: keyboard as never },
    bridge: {
      get_audio: () => ({ outputs: [SPEAKERS], inputs: [] }),
      get_displays: () => displays,
      change_displays: (change) => ({ ...DISPLAYS, ...(change as object) }),
      get_time_zone: () => ({ zone: 'Europe/Berlin', fixed: false }),
      choose_keyboard_layout: () => null,
    },
  });
}

const fieldOf = (page: HTMLElement, label: string) =>
  [...page.querySelectorAll('label')].find(({ textContent }) => textContent === label)?.parentElement;

async function choose(page: HTMLElement, label: string, value: string): Promise<void> {
  const select = fieldOf(page, label)?.querySelector('select') ?? expect.unreachable();
  await act(async () => {
    select.value = value;
    select.dispatchEvent(new Event('change', { bubbles: true }));
  });
}

test('sound, monitors, keyboard, time zone and network are in one place', async () => {
  const { page } = await show();
  const headings = [...page.querySelectorAll('h2')].map(({ textContent }) => textContent);
  expect(headings).toEqual(expect.arrayContaining(['Sound', 'Monitors', 'Keyboard', 'Time zone', 'Network']));
  expect(page.textContent).toContain('2 monitors: 1920 × 1080, 1920 × 1080');
  expect(page.querySelector<HTMLInputElement>('input[type=range]')?.value).toBe('40');
});

test('monitors can be mirrored and rotated, and the keyboard layout changed', async () => {
  const { page, call } = await show();
  await act(async () => page.querySelectorAll<HTMLInputElement>('input[name=arrangement]')[1]?.click());
  expect(call).toHaveBeenCalledWith('change_displays', { arrangement: 'mirrored' });
  await choose(page, 'Rotation', 'left');
  expect(call).toHaveBeenCalledWith('change_displays', { rotation: 'left' });
  await choose(page, 'Keyboard layout', 'FR');
  expect(call).toHaveBeenCalledWith('choose_keyboard_layout', { layout: 'FR' });
});

test('settings of the profile are shown and cannot be changed', async () => {
  const { page } = await show({ ...DISPLAYS, fixed: true }, { ...KEYBOARD, layouts: ['DE'] });
  expect(page.querySelector('input[name=arrangement]')).toBeNull();
  expect(fieldOf(page, 'Rotation')).toBeUndefined();
  expect(page.textContent).toContain('Set by this machine’s profile.');
  expect(page.textContent).toContain('one keyboard layout: Germany (DE)');
});

test('a single monitor has no arrangement', async () => {
  const { page } = await show({ ...DISPLAYS, monitors: [MONITOR] });
  expect(page.querySelector('input[name=arrangement]')).toBeNull();
  expect(page.textContent).toContain('1 monitor: 1920 × 1080');
});

test('a factory reset is sent once it is confirmed a second time', async () => {
  const { page, call } = await showSession(<FactoryReset />, { bridge: { factory_reset: () => null } });
  const last = (within: ParentNode | null) => [...(within?.querySelectorAll('button') ?? [])].at(-1);
  await act(async () => last(page)?.click());
  expect(call).not.toHaveBeenCalled();
  await act(async () => last(document.querySelector('dialog'))?.click());
  expect(call).toHaveBeenCalledExactlyOnceWith('factory_reset', { confirm: true });
  expect(page.textContent).toContain('The machine is being reset');
});

test('settings that the agent could not unlock say so, and are asked for again', async () => {
  const replies = [() => Promise.reject(new Error('busy')), () => ({ open: true, ways: [] })];
  const { page } = await showSession(<SettingsGate>Open</SettingsGate>, {
    bridge: { get_settings_access: () => replies.shift()?.(), close_settings: () => null },
  });
  expect(page.querySelector('[role=alert]')?.textContent).toContain('The machine could not do this.');
  const buttons = [...page.querySelectorAll('button')];
  expect(buttons.map(({ textContent }) => textContent)).toEqual(['Try again', 'Back']);
  await act(async () => buttons[0]?.click());
  expect(page.textContent).toBe('Open');
});
