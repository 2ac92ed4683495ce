// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { appearanceOf, applyAppearance } from './appearance.ts';
import { Home } from './home/home.tsx';
import InfoSection from './info/info-section.tsx';
import RdpLogin from './rdp/rdp-login.tsx';
import ScreensaverScreen from './screensaver/screensaver.tsx';
import { definitionWith, profileWith } from './testing/profile.ts';
import { showSession } from './testing/session-page.tsx';

// Effects of the profile's fields (spec chapter 3) on the session's page.

const PICTURE = 'data:image/png;base64,iVBORw0KGgo=';

afterEach(() => void vi.useRealTimers());

test('the page uses colors, theme and scaling of the profile', async () => {
  const { style, dataset } = document.documentElement;
  const scaling_factors = { ui_scaling_factor: 2, text_scaling_factor: 5 };
  const customization = { color_primary: '#ffd400', color_secondary: '#003366', scaling_factors };
  // Twice the size of the design's screen.
  Object.assign(window, { innerWidth: 3_840, innerHeight: 2_160 });
  const beside = { guide: false, calendar: false };
  const system = { customization: { 'global-dark-theme': false } };
  const definition = definitionWith({ system, thinhoc: { customization } });
  applyAppearance(appearanceOf(definition), { definition, ...beside });
  expect(dataset.theme).toBe('light');
  expect(style.getPropertyValue('--primary')).toBe('#ffd400');
  expect(style.getPropertyValue('--secondary')).toBe('#003366');
  await vi.waitFor(() => expect(style.getPropertyValue('zoom')).toBe('4'), { timeout: 60_000 });
  expect(Number.parseFloat(style.fontSize)).toBeGreaterThan(100);
  const untouched = definitionWith({});
  applyAppearance(appearanceOf(untouched), { definition: untouched, ...beside });
  expect(dataset.theme).toBe('dark');
  expect([style.getPropertyValue('zoom'), style.fontSize]).toEqual(['2', '100%']);
});

/** The home screen of a definition, once `part` has loaded. */
async function homeWith(thinhoc: object, part: string) {
  const state = { load: 'LOADED' as const, profile: profileWith({ thinhoc }) };
  const { page } = await showSession(<Home />, { state });
  // Chunks load asynchronously.
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false });
  await vi.waitFor(() => expect(page.querySelector(part)).not.toBeNull(), { timeout: 60_000 });
  return page;
}

test('the tile of each session type has its name, its symbol or image, and its colors', async () => {
  const symbol = { type: 'symbol', symbol: 'world', symbol_color: '#ffd400', background_color: '#0b6e4f' };
  const url = 'https://app.example/';
  const sessions = {
    rdp: [{ display_name: 'Desktop', icon: symbol }],
    webbrowser: [{ display_name: 'Web', url, icon: { type: 'image', image: PICTURE } }],
    webapp: [
      { display_name: 'Mail', url, icon: symbol },
      { display_name: 'Hidden', url, icon: symbol, hide_app_item_icon: true },
    ],
  };
  const page = await homeWith({ sessions }, 'button[aria-label=Mail]');
  const tile = (name: string) => page.querySelector<HTMLElement>(`button[aria-label=${name}]`);
  for (const name of ['Desktop', 'Mail']) {
    expect(tile(name)?.textContent).toContain(name);
    expect(tile(name)?.style.backgroundColor).toMatch(/#0b6e4f|rgb\(11, 110, 79\)/);
    expect(tile(name)?.querySelector<HTMLElement>('span')?.style.color).toMatch(/#ffd400|rgb\(255, 212, 0\)/);
  }
  expect(tile('Web')?.querySelector('img')?.getAttribute('src')).toBe(PICTURE);
  expect(tile('Hidden')).toBeNull();
});

test('the Info Section takes the share of the screen that the profile sets', async () => {
  const customization = (height: number) => ({ info_section_content: '<p>Hi</p>', dashboard: { height } });
  const info = '[data-tour="info"]';
  const page = await homeWith({ customization: customization(40) }, info);
  expect(page.querySelector('header')?.style.getPropertyValue('--height')).toBe('40');
  const without = await homeWith({ customization: customization(0) }, '[data-tour="status-bar"]');
  expect(without.querySelector(info)).toBeNull();
});

test.each([
  ['show_linkup', 'Network'],
  ['show_nameresup', 'DNS'],
  ['show_inetup', 'Internet'],
])('%s hides its network indicator in the Status Bar', async (field, name) => {
  const names = async (shown: boolean) => {
    const page = await homeWith({ customization: { [field]: shown } }, '[data-tour="status-bar"] li');
    return [...page.querySelectorAll('[data-tour="status-bar"] li')].map(({ textContent }) => textContent);
  };
  expect((await names(true)).some((text) => text?.startsWith(name))).toBe(true);
  expect((await names(false)).some((text) => text?.startsWith(name))).toBe(false);
});

/** The Info Section with one widget in its only layout. */
async function infoWith(widget: object, { wifi_hint = {}, system = {}, answers = {} } = {}) {
  const layout = [{ id: 'w', x: 0, y: 0, w: 6, h: 1, widget }];
  const customization = { wifi_hint, dashboard: { layouts: [{ name: 'Lobby', layout }] } };
  const profile = profileWith({ system, thinhoc: { customization } });
  const shown = await showSession(<InfoSection />, { state: { profile }, bridge: answers });
  await act(() => vi.dynamicImportSettled());
  return shown;
}

test('a button has its text and icon, and a press sends its ID to the agent, which knows its action', async () => {
  const plain = await infoWith({ type: 'button', button: { text: 'Call', icon: 'none' } });
  expect(plain.page.querySelector('button')?.textContent).toContain('Call');
  expect(plain.page.querySelector('button svg')).toBeNull();
  const { page, call } = await infoWith(
    { type: 'button', button: { text: 'Restart', icon: 'cogs' } },
    { answers: { press_button: () => ({ failure: null }) } },
  );
  expect(page.querySelector('button svg')).not.toBeNull();
  await act(async () => page.querySelector('button')?.click());
  expect(call).toHaveBeenCalledWith('press_button', { layout: 0, item: 'w' });
});

test('an image widget shows its image', async () => {
  const { page } = await infoWith({ type: 'image', image: { src: PICTURE } });
  expect(page.querySelector('img')?.getAttribute('src')).toBe(PICTURE);
});

test('a QR code has a title, and contains a text, the guest Wi-Fi or the machine’s hotspot', async () => {
  const drawing = (page: HTMLElement) => page.querySelector('figure path')?.getAttribute('d');
  const text = await infoWith({ type: 'qr', qr: { type: 'text', title: 'Menu', text_context: 'https://a.example/' } });
  expect(text.page.querySelector('figcaption')?.textContent).toBe('Menu');
  const other = await infoWith({ type: 'qr', qr: { type: 'text', title: 'Menu', text_context: 'https://b.example/' } });
  expect(drawing(other.page)).not.toBe(drawing(text.page));

  const hint = await infoWith(
    { type: 'qr', qr: { type: 'wifi_hint' } },
    { wifi_hint: { ssid: 'Guests', password: 'lighthouse' } },
  );
  expect(hint.page.querySelector('figcaption')?.textContent).toBe('Guests');

  const hotspot = { ssid_use_devname: false, ssid: 'Lobby', password: 'for-guests' };
  const system = { network: { wifi: { mode: 'hotspot', hotspot } } };
  const own = await infoWith({ type: 'qr', qr: { type: 'wifi_hotspot' } }, { system });
  expect(own.page.querySelector('figcaption')?.textContent).toBe('Lobby');
  expect(drawing(own.page)).not.toBe(drawing(hint.page));
});

test('layouts have names, and rotate automatically after their time, where the profile says so', async () => {
  const text = (content: string) => [
    { id: content, x: 0, y: 0, w: 6, h: 1, widget: { type: 'button', button: { text: content } } },
  ];
  const layouts = [
    { name: 'Menu', layout: text('Fish soup') },
    { name: 'News', layout: text('Latest') },
  ];
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const customization = { dashboard: { layouts, autoplay: { enabled: true, duration: 7 } } };
  const { page } = await showSession(<InfoSection />, {
    state: { profile: profileWith({ thinhoc: { customization } }) },
  });
  const pages = [...page.querySelectorAll('[aria-current]')].map((each) => each.getAttribute('aria-label'));
  expect(pages.map((label) => /Menu|News/.exec(label ?? '')?.[0])).toEqual(['Menu', 'News']);
  await act(() => vi.advanceTimersByTimeAsync(6_999));
  expect(page.textContent).toContain('Fish soup');
  await act(() => vi.advanceTimersByTimeAsync(1));
  expect(page.textContent).toContain('Latest');

  const still = { dashboard: { layouts, autoplay: { enabled: false, duration: 7 } } };
  const resting = await showSession(<InfoSection />, {
    state: { profile: profileWith({ thinhoc: { customization: still } }) },
  });
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect(resting.page.textContent).toContain('Fish soup');
});

test('the screensaver shows text, images and videos, each for its time, above the Status Bar or over the screen', async () => {
  const slides = [
    { type: 'text', title: 'Open day', content: 'Saturday' },
    { type: 'image', title: 'Lobby', image: PICTURE, duration: 9 },
    { type: 'video', title: 'Printer', video: 'https://media.example/printer.webm' },
  ];
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const screensaver = { enabled: true, duration: 5, slides, fullscreen: true };
  const { page, state } = await showSession(<ScreensaverScreen />, {
    state: { profile: profileWith({ thinhoc: { screensaver } }) },
  });
  const pass = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1_000));
  expect(page.textContent).toContain('Open daySaturday');
  await pass(5);
  expect(page.querySelector('img')?.getAttribute('src')).toBe(PICTURE);
  await pass(8);
  expect(page.querySelector('img')).not.toBeNull();
  await pass(1);
  expect(page.querySelector('video')?.getAttribute('src')).toBe('https://media.example/printer.webm');
  const bar = () => page.querySelector('[data-tour="status-bar"]');
  expect(bar()).toBeNull();
  const beside = { ...screensaver, fullscreen: false };
  await act(async () => state.set({ profile: profileWith({ thinhoc: { screensaver: beside } }) }));
  expect(bar()).not.toBeNull();
});

test('a remote desktop’s login shows its advanced part and the contact, if the profile says so', async () => {
  const loginOf = async (session: object) => {
    const profile = profileWith({ thinhoc: { sessions: { rdp: [{ default_host: 'ts1', ...session }] } } });
    const part = <RdpLogin index={0} name="Desk" onLogin={() => {}} onCancel={() => {}} />;
    return (await showSession(part, { state: { profile } })).page;
  };
  const plain = await loginOf({});
  expect(plain.querySelector('details')?.open).toBe(false);
  expect(plain.textContent).not.toContain('help@company.example');
  const more = await loginOf({ always_show_advanced_tab: true, admin_contact: 'help@company.example' });
  expect(more.querySelector('details')?.open).toBe(true);
  expect(more.textContent).toContain('help@company.example');
});
