import { LANGUAGES } from '@berth/contract/rules/languages';
import { expect, type Locator, test } from '@playwright/test';
import { grayPicture } from '../kit/picture.ts';
import { startTestEnvironment, type TestEnvironment } from '../kit/test-environment.ts';
import { speak, t } from '../kit/texts.ts';

/** Screen layout of the home screen's parts, measured in the real kiosk browser. */
test.describe.configure({ mode: 'serial' });

let environment: TestEnvironment;
let screen: TestEnvironment['screen'];

test.beforeAll(async ({ browser }) => {
  environment = await startTestEnvironment(browser, 'Reception');
  ({ screen } = environment);
});

test.afterAll(() => environment?.dispose());

const webapp = (name: string) => ({ display_name: name, window_title: name, url: 'http://127.0.0.1:9/', icon: {} });
const apps = () => screen.getByRole('navigation', { name: t('session.apps') });
const bar = () => screen.getByRole('region', { name: t('session.statusBar') });

/** Changes the machine's profile, as the console does. */
async function profile(definition: object): Promise<void> {
  const [first] = await environment.api.profiles();
  await environment.api.merge(first.id, { definition });
}

test('a dashboard keeps a long text inside its button, and a QR code square in a narrow place', async () => {
  const place = { y: 0, h: 1 };
  const text = 'Call reception, who bring a fresh projector bulb and coffee for twelve people';
  const action = { type: 'webhook', webhook: { type: 'get', url: 'http://127.0.0.1:9/', headers: [] } };
  const layout = [
    { id: 'a', ...place, x: 0, w: 2, widget: { type: 'button', button: { text, action } } },
    { id: 'b', ...place, x: 2, w: 1, widget: { type: 'qr', qr: { title: '', type: 'text', text_context: 'Lobby' } } },
  ];
  const apps = { enabled: ['thinhoc::dashboard'] };
  const dashboard = { height: 40, layouts: [{ name: 'Menu', layout }] };
  await profile({ thinhoc: { apps, customization: { dashboard } } });
  const info = screen.getByRole('region', { name: t('session.info') });
  const button = info.getByRole('button', { name: 'Call reception' });
  await expect(button).toBeVisible();
  const [box, height] = [await info.boundingBox(), await screen.evaluate(() => innerHeight)];
  expect((box?.height ?? 0) / height).toBeCloseTo(0.4, 1);
  const code = await info.getByRole('img', { name: 'Lobby' }).boundingBox();
  expect(code?.width).toBeGreaterThan(20);
  expect(code?.height).toBeCloseTo(code?.width ?? 0, 0);
  const overflow = await button.evaluate((each) => {
    const [outer, inner] = [each.getBoundingClientRect(), each.querySelector('span')?.getBoundingClientRect()];
    return (
      inner && [outer.top - inner.top, inner.bottom - outer.bottom, outer.left - inner.left, inner.right - outer.right]
    );
  });
  expect(Math.max(...(overflow ?? [1]))).toBeLessThanOrEqual(0);
  await button.click();
  const reason = `${t('session.button.failure.title', { name: text })} ${t('session.button.failure.own-network')}`;
  await expect(screen.getByText(reason)).toBeVisible();

  // In a low place the code takes the room of its caption.
  const captioned = { type: 'qr', qr: { title: 'Guest network', type: 'text', text_context: 'Lobby' } };
  const low = {
    height: 15,
    layouts: [{ name: 'Menu', layout: [{ id: 'b', ...place, x: 2, w: 2, widget: captioned }] }],
  };
  await profile({ thinhoc: { apps, customization: { dashboard: low } } });
  const heightOf = async (of: Locator) => (await of.boundingBox())?.height ?? 0;
  const share = async () => (await heightOf(info.getByRole('img', { name: 'Guest network' }))) / (await heightOf(info));
  await expect.poll(share).toBeGreaterThan(0.5);
});

test('the Info Section takes a quarter of the screen where the profile sets no height', async () => {
  const layout = [{ id: 'a', x: 0, y: 0, w: 6, h: 1, widget: { type: 'text', text: { text: 'Lunch at noon' } } }];
  const [first] = await environment.api.profiles();
  const apps = { enabled: ['thinhoc::dashboard'] };
  const dashboard = { height: null, layouts: [{ name: 'Menu', layout }] };
  await environment.api.merge(first.id, { definition: { thinhoc: { apps, customization: { dashboard } } } });
  const info = screen.getByRole('region', { name: t('session.info') });
  const share = async () => ((await info.boundingBox())?.height ?? 0) / (await screen.evaluate(() => innerHeight));
  await expect.poll(share).toBeCloseTo(0.25, 2);
});

test('a tucked Status Bar is out of sight until it gets the focus', async () => {
  await profile({ thinhoc: { customization: { hide_status_bar_by_default: true } } });
  const shown = async () => {
    const [box, height] = [await bar().boundingBox(), await screen.evaluate(() => innerHeight)];
    return height - (box?.y ?? 0);
  };
  await expect.poll(shown).toBeLessThan(10);
  await bar()
    .getByRole('button', { name: t('session.menu') })
    .focus();
  await expect.poll(shown).toBeGreaterThan(40);
  await bar()
    .getByRole('button', { name: t('session.menu') })
    .blur();
  await profile({ thinhoc: { customization: { hide_status_bar_by_default: false } } });
  await expect.poll(shown).toBeGreaterThan(40);
});

test('an indicator of what is down is red', async () => {
  const custom_ping_indicators = [{ name: 'Basement', host: 'no-such-host.invalid' }];
  await profile({ thinhoc: { customization: { custom_ping_indicators } } });
  const item = screen.getByRole('listitem').filter({ hasText: 'Basement' });
  await expect(item).toContainText(t('session.health.error'));
  await expect(item.locator('svg').first()).toHaveCSS('color', 'rgb(255, 157, 149)');
  await profile({ thinhoc: { customization: { custom_ping_indicators: [] } } });
});

test('a background of the organization is blurred where the profile says so', async () => {
  const own = { custom_background_enabled: true, custom_background: grayPicture(64, 64) };
  const picture = screen.locator('[aria-hidden=true] > img').first();
  await profile({ thinhoc: { customization: { ...own, custom_background_blured: true } } });
  await expect(picture).toHaveCSS('filter', /blur/);
  await profile({ thinhoc: { customization: { ...own, custom_background_blured: false } } });
  await expect(picture).toHaveCSS('filter', 'none');
  await profile({ thinhoc: { customization: { custom_background_enabled: false } } });
});

const boxes = (of: ReturnType<typeof apps>) =>
  of
    .getByRole('listitem')
    .evaluateAll((items) => items.map((item) => item.getBoundingClientRect().toJSON() as DOMRect));

test('tiles fill the room in balanced rows at every screen size', async () => {
  const sizes = [
    { width: 1280, height: 720 },
    { width: 1920, height: 1080 },
    { width: 1080, height: 1920 },
  ];
  const before = await screen.evaluate(() => ({ width: innerWidth, height: innerHeight }));
  for (const count of [1, 9, 24]) {
    const webapps = Array.from({ length: count }, (_, place) => webapp(`App ${place + 1}`));
    await profile({ thinhoc: { customization: { dashboard: { layouts: [] } }, sessions: { webapp: webapps } } });
    await expect(apps().getByRole('listitem')).toHaveCount(count);
    for (const size of sizes) {
      await screen.setViewportSize(size);
      const bottom = (await bar().boundingBox())?.y ?? 0;
      await expect(async () => {
        const tiles = await boxes(apps());
        const unit = size.width / (size.width < size.height ? 1080 : 1920);
        const rows = Map.groupBy(tiles, ({ top }) => Math.round(top));
        const lengths = [...rows.values()].map((row) => row.length);
        expect(Math.max(...lengths) - Math.min(...lengths)).toBeLessThanOrEqual(1);
        for (const { left, right, bottom: lower, width, height } of tiles) {
          expect(left).toBeGreaterThanOrEqual(0);
          expect(right).toBeLessThanOrEqual(size.width);
          expect(lower).toBeLessThan(bottom);
          expect(Math.min(width, height)).toBeGreaterThan(120 * unit);
        }
      }).toPass();
    }
  }
  await screen.setViewportSize(before);
});

test('the screen scale leaves room for two rows of four tiles and the Status Bar', async () => {
  const scaling_factors = { ui_scaling_factor: 4, text_scaling_factor: 1 };
  const webapps = Array.from({ length: 20 }, (_, place) => webapp(`App ${place + 1}`));
  await profile({
    thinhoc: { customization: { scaling_factors, dashboard: { layouts: [] } }, sessions: { webapp: webapps } },
  });
  const tiles = apps().getByRole('button');
  await expect(tiles).toHaveCount(20);
  const zoom = () => screen.evaluate(() => Number(document.documentElement.style.zoom));
  await expect.poll(zoom).toBeGreaterThan(1.5);
  // The places of the tiles: a tile below the pointer is enlarged, and the ratio of its fractional box is rounded.
  const places = apps().getByRole('listitem');
  for (let place = 0; place < 8; place++) await expect(places.nth(place)).toBeInViewport({ ratio: 1 });
  await expect(bar().getByRole('button', { name: t('session.menu') })).toBeInViewport({ ratio: 1 });
});

/** Replaces the shown machine ID, whose digits are random, by the widest possible one. */
const showWidestMachineId = () =>
  screen.locator('[data-tour="machine-id"] > span:nth-of-type(2)').evaluate((id) => {
    if (id.firstChild) id.firstChild.nodeValue = 'DDDDDD';
  });

/** By how much the menu, the last part, reaches over the Status Bar's padding, in pixels. */
const overflow = () =>
  screen.locator('[data-tour="status-bar"]').evaluate((element) => {
    const menu = element.querySelector(':scope > button:last-of-type');
    const { right = Number.NaN } = menu?.getBoundingClientRect() ?? {};
    const padding = Number.parseFloat(getComputedStyle(element).paddingRight) * (element.currentCSSZoom ?? 1);
    return Math.round(right - (element.getBoundingClientRect().right - padding));
  });

test('a portrait screen with a full Info Section and the share card shows eight tiles and the Status Bar', async () => {
  const before = await screen.evaluate(() => ({ width: innerWidth, height: innerHeight }));
  const layout = [{ id: 'a', x: 0, y: 0, w: 6, h: 1, widget: { type: 'text', text: { text: 'Lunch at noon' } } }];
  const dashboard = { height: 100, layouts: [{ name: 'Menu', layout }] };
  const webapps = Array.from({ length: 20 }, (_, place) => webapp(`App ${place + 1}`));
  await screen.setViewportSize({ width: 1080, height: 1920 });
  for (const ui_scaling_factor of [1, 2, 4]) {
    const scaling_factors = { ui_scaling_factor, text_scaling_factor: 1 };
    await profile({
      thinhoc: {
        apps: { enabled: ['thinhoc::dashboard', 'thinhoc::mirroring'] },
        customization: { dashboard, scaling_factors, wifi_hint: { ssid: 'Office guests', password: 'good-welcome' } },
        sessions: { webapp: webapps },
      },
    });
    const zoom = () => screen.evaluate(() => Number(document.documentElement.style.zoom));
    if (ui_scaling_factor === 1) await expect.poll(zoom).toBe(1);
    else await expect.poll(zoom).toBeGreaterThan(1.5);
    await expect(screen.getByRole('region', { name: t('session.info') })).toBeVisible();
    await expect(screen.getByRole('region', { name: t('mirror.guide.title') })).toBeVisible();
    // The share card comes with a tile.
    await expect(apps().getByRole('listitem')).toHaveCount(21);
    await expect(async () => {
      const tiles = await boxes(apps());
      const bottom = (await bar().boundingBox())?.y ?? 0;
      expect(tiles.filter(({ bottom: lower }) => lower <= bottom).length).toBeGreaterThanOrEqual(8);
      // The card above leaves the whole width to the tiles.
      expect(Math.min(...tiles.map(({ left }) => left))).toBeLessThan(0.1 * 1080);
      expect(Math.max(...tiles.map(({ right }) => right))).toBeGreaterThan(0.9 * 1080);
    }).toPass({ timeout: 15_000 });
    await showWidestMachineId();
    for (const language of LANGUAGES) {
      await speak(screen, language);
      expect(await overflow(), language).toBeLessThanOrEqual(0);
    }
    await speak(screen, 'eng');
    await expect(screen.getByRole('region', { name: t('session.info') })).toBeInViewport({ ratio: 1 });
  }
  // One indicator for all there; a wide screen has one for each host, of which a profile has at most eight.
  const custom_ping_indicators = Array.from({ length: 8 }, (_, place) => ({
    name: `Printers of the second basement ${place}`,
    host: 'no-such-host.invalid',
  }));
  await profile({ thinhoc: { customization: { custom_ping_indicators } } });
  await expect(bar().getByRole('button', { name: 'Printers of the second basement 0' })).toBeVisible();
  expect(await overflow()).toBeLessThanOrEqual(0);
  await screen.setViewportSize({ width: 1280, height: 720 });
  await profile({ thinhoc: { customization: { scaling_factors: { ui_scaling_factor: 1 } } } });
  await expect(bar().getByRole('button', { name: 'Printers of the second basement 7' })).toBeVisible();
  for (const language of LANGUAGES) {
    await speak(screen, language);
    expect(await overflow(), language).toBeLessThanOrEqual(0);
  }
  await speak(screen, 'eng');
  await profile({ thinhoc: { customization: { custom_ping_indicators: [] } } });
  await screen.setViewportSize(before);
});

test('60 apps stay on the screen and in reach, whatever their names are made of', async () => {
  const names = [
    (place: number) => `مكتب الاستقبال ${place}`,
    (place: number) => `הקבלה ${place}`,
    (place: number) => `${'Donaudampfschifffahrt'.repeat(4)}${place}`,
    (place: number) => `\u{1f469}\u200d\u{1f4bb}\u{1f1e8}\u{1f1ed} ${place}`,
    (place: number) => `\u202eLeft over ${place}`,
  ];
  const webapps = Array.from({ length: 60 }, (_, place) => webapp(names[place % names.length]?.(place) ?? ''));
  const customization = { dashboard: { layouts: [] }, scaling_factors: { ui_scaling_factor: 1 } };
  await profile({ thinhoc: { apps: { enabled: [] }, customization, sessions: { webapp: webapps } } });
  const tiles = apps().getByRole('button');
  await expect(tiles).toHaveCount(60);
  const { width } = await screen.evaluate(() => ({ width: innerWidth }));
  for (const { left, right } of await boxes(apps())) {
    expect(left).toBeGreaterThanOrEqual(0);
    expect(right).toBeLessThanOrEqual(width);
  }
  // Nothing is drawn over a neighbor, and what is written from right to left begins at the right.
  const spilled = await tiles.evaluateAll((all) =>
    all.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1).map(({ textContent }) => textContent),
  );
  expect(spilled).toEqual([]);
  const arabic = tiles.filter({ hasText: 'مكتب' }).first().getByText('مكتب');
  expect(await arabic.evaluate((name) => getComputedStyle(name).direction)).toBe('rtl');
  // Notices of earlier tests lie over the tiles until they are closed, or for a while.
  const closers = screen.getByRole('button', { name: t('common.close') });
  await closers.evaluateAll((all) => {
    for (const closer of all) if (closer instanceof HTMLElement) closer.click();
  });
  await expect(closers).toHaveCount(0);
  for (const [width, height] of [
    [1280, 720],
    [1920, 1080],
  ] as const) {
    await screen.setViewportSize({ width, height });
    await tiles.first().focus();
    await screen.keyboard.press('End');
    await expect(tiles.last()).toBeFocused();
    await expect(tiles.last()).toBeInViewport({ ratio: 0.95 });
    // By keyboard, one after another; a finger finds each where it is seen, under nothing else.
    await screen.keyboard.press('Home');
    const covered: string[] = [];
    for (let place = 0; place < 60; place += 1) {
      await expect(tiles.nth(place)).toBeFocused();
      await expect(tiles.nth(place)).toBeInViewport({ ratio: 0.95 });
      const by = await tiles.nth(place).evaluate((tile) => {
        const { left, top, width, height } = tile.getBoundingClientRect();
        const found = document.elementFromPoint(left + width / 2, top + height / 2);
        return tile.contains(found) ? '' : `${found?.className} over ${Math.round(top)} to ${Math.round(top + height)}`;
      });
      if (by) covered.push(`${width}x${height}, ${place}: ${by}`);
      await screen.keyboard.press('ArrowRight');
    }
    expect(covered).toEqual([]);
  }
});

test('names written from right to left change the order of nothing beside them', async () => {
  const [first] = await environment.api.profiles();
  const [machine] = await environment.api.machines();
  // Wide enough for every part of the Status Bar.
  await screen.setViewportSize({ width: 1920, height: 1080 });
  const [office, reception] = ['مكتب 12', 'הקבלה 7'] as const;
  await environment.api.rename(first.id, office);
  await environment.api.nameMachine(machine.id, reception);
  await expect(bar().getByText(reception)).toBeVisible();
  await expect(bar().getByText(office)).toBeVisible();
  // From left to right as read: each part of the Status Bar beside the next, and the ID before the name.
  const machineButton = bar().getByRole('button').filter({ hasText: reception });
  const order = await bar().evaluate((section) => {
    const walker = document.createTreeWalker(section, NodeFilter.SHOW_TEXT);
    const lefts: number[] = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const range = document.createRange();
      range.selectNodeContents(node);
      const { left, width, height } = range.getBoundingClientRect();
      const isSeen = !node.parentElement?.classList.contains('visually-hidden') && width > 0 && height > 0;
      if (isSeen) lefts.push(Math.round(left));
    }
    return lefts;
  });
  expect(order.length).toBeGreaterThan(3);
  expect(order).toEqual(order.toSorted((a, b) => a - b));
  await machineButton.click();
  await expect(screen.getByRole('dialog').getByText(reception)).toBeVisible();
  await screen.keyboard.press('Escape');
  await expect(screen.getByRole('dialog')).toBeHidden();
});

test('the largest background is shown; one of 30 megapixels is refused by name before any machine gets it', async () => {
  const [first] = await environment.api.profiles();
  const background = (width: number, height: number) => ({
    definition: {
      thinhoc: {
        customization: { custom_background_enabled: true, custom_background: grayPicture(width, height) },
        sessions: { webapp: [webapp('Mail')] },
      },
    },
  });
  await environment.api.merge(first.id, background(4_096, 4_096));
  const picture = screen.locator('[aria-hidden=true] > img').first();
  await expect.poll(() => picture.evaluate((shown) => (shown as HTMLImageElement).naturalWidth)).toBe(4_096);
  await expect(environment.api.merge(first.id, background(6_000, 5_000))).rejects.toThrow(/custom_background.*pixels/);
  await expect(apps().getByRole('listitem').filter({ hasText: 'Mail' })).toBeInViewport({ ratio: 1 });
});

test('the tour marks a part in the secondary color of the profile', async () => {
  await profile({ thinhoc: { customization: { color_secondary: '#003366' } } });
  await bar().getByRole('button').last().click();
  await screen.getByRole('button', { name: t('screens.tour.title') }).click();
  const tour = screen.locator('dialog[open]');
  const next = tour.getByRole('button', { name: t('common.next') });
  await next.click();
  await next.click();
  await expect(tour.locator('div[style]').first()).toHaveCSS('box-shadow', /^rgb\(0, 51, 102\)/);
  await screen.keyboard.press('Escape');
});

test('an indicator without a result is orange', async () => {
  // The agent's own words, apart from one that a later agent might say.
  await screen.routeWebSocket(/./, (page) => {
    const agent = page.connectToServer();
    agent.onMessage((message) => page.send(String(message).replaceAll('"internet":"ok"', '"internet":"asleep"')));
  });
  await screen.reload();
  const item = screen.getByRole('listitem').filter({ hasText: t('session.network.internet') });
  await expect(item).toContainText(t('session.health.unknown'));
  await expect(item.locator('svg').first()).toHaveCSS('color', 'rgb(243, 177, 99)');
});
