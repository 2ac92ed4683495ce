// @vitest-environment happy-dom
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { act, useCallback, useState } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { profileWith } from '../testing/profile.ts';
import { showSession } from '../testing/session-page.tsx';
import Background, { dayTimeAt, PICTURES, pictureNumber } from './background.tsx';
import { Home } from './home.tsx';
import { MachinePanel } from './machine-panel.tsx';
import { MenuPanel } from './menu-panel.tsx';
import Notices from './notices.tsx';
import { Panel } from './panel.tsx';
import { MachineStatus } from './status-bar.tsx';

const ESCAPE = { key: 'Escape', bubbles: true };
const PICTURE = 'data:image/png;base64,iVBORw0KGgo=';
const statusBar = (page: HTMLElement) => page.querySelector('[data-tour="status-bar"]');
const background = (page: HTMLElement) => page.querySelector('[aria-hidden] > img');

/** The home screen of a profile with this customization, once `part` has loaded. */
async function homeWith(customization: object, part: (page: HTMLElement) => Element | null) {
  const ready = class {
    src = '';
    decode = async () => {};
  };
  vi.stubGlobal('Image', ready);
  const profile = profileWith({ thinhoc: { customization } });
  const { page } = await showSession([<Background key="picture" />, <Home key="home" />], {
    state: { load: 'LOADED', profile },
  });
  // Chunks load asynchronously.
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false });
  await vi.waitFor(() => expect(part(page)).not.toBeNull(), { timeout: 60_000 });
  return page;
}

test('the Status Bar is shown, tucked away, or hidden', async () => {
  expect(statusBar(await homeWith({}, statusBar))?.className).not.toContain('tucked');
  const tucked = await homeWith({ hide_status_bar_by_default: true }, statusBar);
  expect(statusBar(tucked)?.className).toContain('tucked');
  expect(statusBar(await homeWith({ disable_status_bar: true }, background))).toBeNull();
});

test('the network overview shows what the profile selects', async () => {
  const page = await homeWith({ show_linkup: false, show_nameresup: false }, statusBar);
  const names = [...(statusBar(page)?.querySelectorAll('li') ?? [])].map(
    ({ textContent }) => textContent?.split(' ')[0],
  );
  expect(names).toEqual(['Internet', 'Cloud']);
});

test('the organization’s logo and image are shown, the image blurred if configured', async () => {
  const own = { custom_background_enabled: true, custom_background: PICTURE };
  const sharp = await homeWith({ ...own, logo: PICTURE }, background);
  await expect.poll(() => sharp.querySelector('header img')?.getAttribute('src')).toBe(PICTURE);
  expect(background(sharp)?.getAttribute('src')).toBe(PICTURE);
  expect(background(sharp)?.className).not.toContain('blurred');
  const blurred = await homeWith({ ...own, custom_background_blured: true }, background);
  expect(background(blurred)?.className).toContain('blurred');
  const off = await homeWith({ ...own, custom_background_enabled: false }, background);
  expect(background(off)?.getAttribute('src')).toContain('/backgrounds/');
});

test.each([
  ['night', [21, 0, 5]],
  ['morning', [6, 9]],
  ['day', [10, 17]],
  ['evening', [18, 20]],
] as const)('the background of the %s is shown at %j o’clock', async (set, hours) => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  for (const hour of hours) {
    vi.setSystemTime(new Date(2026, 10, 22, hour, 30));
    const page = await homeWith({}, background);
    expect(background(page)?.getAttribute('src')).toMatch(new RegExp(`^/backgrounds/${set}-[1-4]\\.webp$`));
  }
});

test('the Status Bar shows updates and a required reboot, and nothing in normal operation', async () => {
  const { page, state } = await showSession(<MachineStatus />, {});
  const said = async (status: 'normal' | 'updating' | 'reboot-needed', message = '') => {
    await act(async () => state.set({ status: { status, message } }));
    return page.querySelector('[role=status]')?.textContent;
  };
  expect(await said('normal')).toBe('');
  expect(await said('updating', 'Installing 40 %')).toMatch(/^Installing updates.*40%$/);
  expect(await said('reboot-needed')).toBe('Reboot needed');
});

test('a message does not take the Enter of someone who is typing', async () => {
  const message = { id: 'a', message: 'Lunch', receivedAt: '2026-11-21T12:00:00Z', emergency: false };
  const { page, state } = await showSession([<input key="field" />, <Notices key="notices" />]);
  page.querySelector('input')?.focus();
  const show = () => act(async () => state.set({ notifications: [message] }));
  await show();
  expect(document.activeElement?.textContent).toBe('Lunch');
  await act(async () => state.set({ notifications: [] }));
  (document.activeElement as HTMLElement).blur();
  await show();
  expect(document.activeElement?.textContent).toBe('OK');
});

test('a panel closes when the keyboard focus leaves the Status Bar', async () => {
  const onClose = vi.fn();
  const { page } = await showSession([
    <div key="bar">
      <Panel label="Sound" side="end" onClose={onClose}>
        <button type="button">Mute</button>
      </Panel>
      <button type="button">Menu</button>
    </div>,
    <button key="tile" type="button">
      Tile
    </button>,
  ]);
  const [mute, menu, tile] = page.querySelectorAll('button');
  for (const button of [mute, menu, mute]) await act(async () => button?.focus());
  expect(onClose).not.toHaveBeenCalled();
  await act(async () => tile?.focus());
  expect(onClose).toHaveBeenCalledOnce();
});

test.each([
  ['the accessibility choices', /Accessibility/, '[aria-label="Accessibility"]'],
  ['a question', /Reboot/, 'dialog[open]'],
])(
  '%s of the menu keep the keyboard focus, and Escape gives it back to the menu’s button',
  async (_what, name, part) => {
    const Bar = () => {
      const [open, setOpen] = useState(false);
      const close = useCallback(() => setOpen(false), []);
      return (
        <div>
          <button type="button" onClick={() => setOpen(true)}>
            Menu
          </button>
          {open && <MenuPanel onClose={close} />}
        </div>
      );
    };
    const { page } = await showSession(<Bar />);
    const choose = (text: RegExp) =>
      act(async () => {
        const button = [...page.querySelectorAll('button')].find(({ textContent }) => text.test(textContent ?? ''));
        button?.focus();
        button?.click();
      });
    await choose(/Menu/);
    await choose(name);
    const shown = page.querySelector(part);
    expect(document.activeElement).not.toBe(document.body);
    const closing = shown instanceof HTMLDialogElement ? new Event('cancel') : new KeyboardEvent('keydown', ESCAPE);
    await act(async () => void shown?.dispatchEvent(closing));
    expect(page.querySelector(part)).toBeNull();
    expect(document.activeElement?.textContent).toBe('Menu');
  },
);

test('a window that the agent refused to open is reported', async () => {
  const refused = { of: 'session', title: 'Mail', failure: 'unavailable' } as const;
  const { page } = await showSession(<Home />, { state: { load: 'LOADED', refused } });
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false });
  await expect.poll(() => page.textContent).toContain('“Mail” could not be opened.');
});

test('an untrusted certificate of a remote desktop is described in words', async () => {
  const certificate = {
    host: 'desk.example:3389',
    fault: 'issuer',
    subject: 'CN=desk',
    issuer: 'CN=Lobby',
    fingerprint: '0a1b'.repeat(16),
    validFrom: '2026-01-02T12:00:00.000Z',
    validTo: '2027-01-02T12:00:00.000Z',
  } as const;
  const place = { id: 'rdp-1', session_type: 'rdp', session_index: 0, app_instance: null, title: 'Desk' } as const;
  const session = { ...place, state: 'failed', failure: 'certificate-refused', certificate } as const;
  const { page } = await showSession(<Home />, { state: { load: 'LOADED', sessions: [session] } });
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false });
  const facts = () => [...page.querySelectorAll('dl > div')].map(({ textContent }) => textContent);
  await expect
    .poll(facts)
    .toEqual([
      'Computerdesk.example:3389',
      'Issued toCN=desk',
      'Issued byCN=Lobby',
      expect.stringMatching(/^Valid.*2026 to .*2027$/),
      `Fingerprint (SHA-256)${Array(16).fill('0A1B').join(' ')}`,
    ]);
  expect(page.textContent).toContain('No authority that this machine trusts has signed its certificate.');
});

test('the phone has no tile until it has an account', async () => {
  const profile = profileWith({ thinhoc: { apps: { enabled: ['thinhoc::sip-client', 'thinhoc::whiteboard'] } } });
  const { page, state } = await showSession(<Home />, { state: { load: 'LOADED', profile } });
  const tiles = () => [...page.querySelectorAll('nav button')].map((tile) => tile.getAttribute('aria-label'));
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false });
  await expect.poll(tiles).toEqual(['Whiteboard']);
  state.set({ calls: { ...state.get().calls, enabled: true } });
  await expect.poll(tiles).toHaveLength(2);
});

test('a session that did not load in time says so, with the machine’s ID, and loads again on request', async () => {
  const { page, state } = await showSession(<Home />, { state: { load: 'ERROR', failure: 'timeout' } });
  expect(page.querySelector('[role=alert]')?.textContent).toContain('Timeout while loading session config!');
  expect(statusBar(page)?.textContent).not.toContain('Machine ID');
  // The user config still contains the machine's ID.
  await act(async () =>
    state.set({ userConfig: { last_machine_id: 'abcdef'.padEnd(32, '0'), testflight: false } as never }),
  );
  expect(statusBar(page)?.textContent).toContain('Machine IDABCDEF');
  await act(async () => state.set({ load: 'LOADED', failure: null }));
  expect(page.querySelector('[role=alert]')).toBeNull();
});

const config = { machine_id: 'a'.repeat(32), firstboot: false, deployment: 'flex', current_profile_id: null } as const;
const nothing = { organization_id: null, organization_name: null, machine_name: null };

async function text(testflight: boolean, context: object | null) {
  const state = { config: { ...config, ...nothing, testflight }, context } as never;
  const { page } = await showSession(<MachinePanel onClose={() => {}} />, { state });
  return page.textContent ?? '';
}

test('the machine panel shows the machine’s phone number, and its release channel if it is beta', async () => {
  const context = { machine: { flex: { sip: { enabled: true, display_name: 'Lobby', user: '100' } } } };
  expect(await text(true, context)).toMatch(/PhoneLobby.*Release channelBeta/);
  expect(await text(false, null)).not.toMatch(/Phone|Release channel/);
});

test('without a machine config the panel shows the ID of the user config', async () => {
  const userConfig = { last_machine_id: 'b'.repeat(32), testflight: true } as never;
  const { page } = await showSession(<MachinePanel onClose={() => {}} />, { state: { config: null, userConfig } });
  expect(page.textContent).toMatch(/Release channelBeta.*b{32}/);
});

const FOLDER = join(import.meta.dirname, '../../../client/public/backgrounds');

test('every set has three or four images of at most 60 kB', () => {
  for (const count of Object.values(PICTURES)) expect([3, 4]).toContain(count);
  const names = Object.entries(PICTURES).flatMap(([set, count]) =>
    Array.from({ length: count }, (_, index) => `${set}-${index + 1}.webp`),
  );
  expect(readdirSync(FOLDER).sort()).toEqual(names.sort());
  for (const name of names) expect(statSync(join(FOLDER, name)).size).toBeLessThan(60 * 1024);
});

test('each hour has the set of spec chapter 2', () => {
  const sets = Array.from({ length: 24 }, (_, hour) => dayTimeAt(hour));
  expect(sets.slice(0, 6)).toEqual(Array(6).fill('night'));
  expect(sets.slice(6, 10)).toEqual(Array(4).fill('morning'));
  expect(sets.slice(10, 18)).toEqual(Array(8).fill('day'));
  expect(sets.slice(18, 21)).toEqual(Array(3).fill('evening'));
  expect(sets.slice(21)).toEqual(Array(3).fill('night'));
});

test('the image changes once a day, in the morning', () => {
  const at = (day: number, hour: number) => pictureNumber(new Date(2026, 10, day, hour), 4);
  expect(at(21, 6)).toBe(at(21, 23));
  expect(at(22, 3)).toBe(at(21, 23));
  expect(at(22, 7)).not.toBe(at(21, 23));
});

test('a set shows all its images in turn', () => {
  const seen = new Set(Array.from({ length: 8 }, (_, day) => pictureNumber(new Date(2026, 10, 1 + day, 12), 3)));
  expect([...seen].sort()).toEqual([0, 1, 2]);
});
