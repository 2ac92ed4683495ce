import { expect, test } from '@playwright/test';
import { expectAccessibleScreen } from '../kit/accessibility.ts';
import { expectGrowing } from '../kit/fit.ts';
import { pressInTime } from '../kit/keyboard.ts';
import { completeWizard, makeFlex, startTestEnvironment, type TestEnvironment } from '../kit/test-environment.ts';
import { speak, t } from '../kit/texts.ts';

/**
 * What a machine's user sees and does: the home screen with its three parts, and the other screens. The real
 * administrator API sets every state, and the real agent shows it in the real kiosk browser.
 */
test.describe.configure({ mode: 'serial' });

let environment: TestEnvironment;
let machine: TestEnvironment['machine'];
let api: TestEnvironment['api'];
let screen: TestEnvironment['screen'];

test.beforeAll(async ({ browser }) => {
  environment = await startTestEnvironment(browser);
  ({ machine, api, screen } = environment);
});

test.afterAll(() => environment?.dispose());

const icon = { index: 0, type: 'symbol', symbol: 'ship', symbol_color: '#ffd400', background_color: '#0b6e4f' };
const PICTURE =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const webapp = (name: string, more: object = {}) => {
  return { display_name: name, window_title: name, url: 'http://127.0.0.1:9/', icon, ...more };
};
const WEBAPPS = [
  webapp('Wiki'),
  webapp('Hidden', { hide_app_item_icon: true }),
  webapp('Mail', { icon: { type: 'image', image: PICTURE } }),
];
const apps = () => screen.getByRole('navigation', { name: t('session.apps') });
const tile = (name: string) => apps().getByRole('button', { name, exact: true });
const bar = () => screen.getByRole('region', { name: t('session.statusBar') });

/** Changes the machine's profile, as the console does. */
async function profile(definition: object): Promise<void> {
  const [first] = await api.profiles();
  await api.merge(first.id, { definition });
}

test('the wizard leads from the first boot to the home screen, and axe finds nothing on the way', async () => {
  const steps: string[] = [];
  await completeWizard(machine, 'Reception', async (step) => {
    steps.push(step);
    // The login page belongs to the provider.
    if (step === 'login') await expectGrowing(screen.getByLabel(t('identity.email')));
    else await expectAccessibleScreen(screen);
  });
  expect(steps).toEqual(['welcome', 'network', 'name', 'sign-in', 'login', 'organization', 'profile', 'done']);
  await expect(screen.getByRole('heading', { name: t('session.empty.title') })).toBeVisible();
  expect(await screen.evaluate(() => sessionStorage.getItem('access_token'))).toBeNull();
});

test('page parts lost during a network change are loaded again', async () => {
  for (const lost of [
    '**/assets/session-*.js',
    '**/assets/session-*.css',
    '**/deu/session.json',
    '**/eng/session.json',
  ]) {
    await screen.route(lost, (route) => route.abort('connectionreset'), { times: 1 });
  }
  const styled = () => screen.evaluate(() => [...document.styleSheets].some(({ href }) => href?.includes('/session-')));
  await screen.reload();
  await expect(screen.getByRole('heading', { name: t('session.empty.title') })).toBeVisible();
  expect(await styled()).toBe(true);
  await screen.unrouteAll();
});

test('the App Screen shows tiles as configured: order, hidden ones, icons, images, colors', async () => {
  await makeFlex(api);
  await profile({
    thinhoc: {
      sessions: {
        rdp: [{ display_name: 'Desktop', icon: { ...icon, symbol: 'world' }, default_host: 'ts.company.example' }],
        webapp: WEBAPPS,
      },
    },
  });
  // Remote desktops are an app: while it is off, they are not shown.
  await expect(apps().getByRole('button')).toHaveText(['Wiki', 'Mail']);
  await profile({ thinhoc: { apps: { enabled: ['thinhoc::rdp-client', 'thinhoc::dashboard'] } } });
  await expect(apps().getByRole('button')).toHaveText(['Desktop', 'Wiki', 'Mail']);
  await expect(tile('Wiki')).toHaveCSS('background-color', 'rgb(11, 110, 79)');
  await expect(tile('Wiki').locator('svg path').first()).toHaveCSS('stroke', 'rgb(255, 212, 0)');
  const outlines = (name: string) =>
    tile(name)
      .locator('svg path')
      .evaluateAll((paths) => paths.map((path) => path.getAttribute('d')).join());
  await expect.poll(() => outlines('Desktop')).not.toBe('');
  expect(await outlines('Wiki')).not.toBe(await outlines('Desktop'));
  await expect(tile('Mail').locator('img')).toHaveAttribute('src', PICTURE);
});

test('separators divide the groups of tiles where the profile sets them', async () => {
  await expect(apps().getByRole('separator')).toHaveCount(0);
  await profile({ thinhoc: { customization: { delimitersBetweenAppSets: true } } });
  await expect(apps().getByRole('separator')).toHaveCount(1);
});

test('the Info Section shows HTML that can neither run a script nor reach the page', async () => {
  const html =
    '<h2>Fire drill</h2><p onclick="alert(1)">Tuesday at 10</p><script>parent.hacked = true</script><form></form>';
  await profile({ thinhoc: { customization: { info_section_content: html } } });
  const frame = screen.frameLocator(`iframe[title="${t('session.info')}"]`);
  await expect(frame.getByText('Tuesday at 10')).toBeVisible();
  await expect(frame.locator('script, form, [onclick]')).toHaveCount(0);
  await expect(screen.locator('iframe')).toHaveAttribute('sandbox', '');
  const font = () =>
    frame.locator('body').evaluate(({ ownerDocument }) => [...ownerDocument.fonts].map((each) => each.status));
  await expect.poll(font).toContain('loaded');
  expect(await screen.evaluate(() => 'hacked' in window)).toBe(false);
});

test('the Info Section shows widgets, and rotates the layouts automatically', async () => {
  const place = { x: 0, y: 0, w: 6, h: 1 };
  const text = (content: string) => ({ id: 'a', ...place, widget: { type: 'text', text: { text: content } } });
  const qr = { id: 'b', ...place, x: 6, widget: { type: 'qr', qr: { title: '', type: 'wifi_hint' } } };
  const layouts = [
    { name: 'Menu', layout: [text('Fish soup'), qr] },
    { name: 'Timetable', layout: [text('Next train 14:20')] },
  ];
  await profile({
    thinhoc: {
      customization: {
        info_section_content: '',
        wifi_hint: { ssid: 'Office guests', password: 'good-welcome' },
        dashboard: { height: 30, layouts, autoplay: { enabled: true, duration: 2 } },
      },
    },
  });
  const info = screen.getByRole('region', { name: t('session.info') });
  await expect(info.frameLocator('iframe').getByText('Fish soup')).toBeVisible();
  await expect(info.getByRole('img', { name: 'Office guests' })).toBeVisible();
  await expect(info.frameLocator('iframe').getByText('Next train 14:20')).toBeVisible();
});

test('the Status Bar shows profile, machine ID and the network, each with icon, word and color', async () => {
  const [device] = await api.machines();
  const [first] = await api.profiles();
  await expect(bar()).toContainText(first.name);
  await bar().getByRole('button', { name: device.shortId }).click();
  const panel = screen.getByRole('dialog', { name: t('session.machine.title') });
  await expect(panel).toContainText(device.id);
  await expect(panel).toContainText(t('session.machine.adminHint'));
  await screen.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  for (const name of ['network', 'dns', 'internet', 'cloud']) {
    const indicator = screen.getByRole('listitem').filter({ hasText: t(`session.network.${name}`) });
    await expect(indicator).toContainText(t('session.health.ok'));
    await expect(indicator.locator('svg')).toHaveCSS('color', 'rgb(111, 213, 154)');
  }
});

test('the Status Bar shows the hosts that the profile monitors', async () => {
  const custom_ping_indicators = [
    { name: 'Counter', host: '127.0.0.1' },
    { name: 'Basement', host: 'no-such-host.invalid' },
  ];
  await profile({ thinhoc: { customization: { custom_ping_indicators } } });
  const item = (name: string) => screen.getByRole('listitem').filter({ hasText: name });
  await expect(item('Counter')).toContainText(t('session.health.ok'));
  await expect(item('Basement')).toContainText(t('session.health.error'));
  await profile({ thinhoc: { customization: { custom_ping_indicators: [] } } });
  await expect(item('Basement')).toHaveCount(0);
});

test('the theme is switched from the Status Bar', async () => {
  const root = screen.locator('html');
  await bar()
    .getByRole('button', { name: t('session.menu') })
    .click();
  await screen.getByRole('button', { name: t('screens.theme.toLight') }).click();
  await expect(root).toHaveAttribute('data-theme', 'light');
  await screen.getByRole('button', { name: t('screens.theme.toDark') }).click();
  await expect(root).toHaveAttribute('data-theme', 'dark');
  await screen.evaluate(() => localStorage.removeItem('session-theme'));
  await screen.keyboard.press('Escape');
});

test('guests find the Wi-Fi in the Status Bar', async () => {
  await bar().getByRole('button', { name: 'Office guests' }).click();
  const panel = screen.getByRole('dialog', { name: t('screens.wifi.title') });
  await expect(panel).toContainText('good-welcome');
  await expect(panel.getByRole('img', { name: t('screens.wifi.scan') })).toBeVisible();
  await screen.keyboard.press('Escape');
});

test('the page uses colors, theme and scaling of the profile', async () => {
  const look = { color_primary: '#ffd400', scaling_factors: { ui_scaling_factor: 2, text_scaling_factor: 1 } };
  await profile({
    system: { customization: { 'global-dark-theme': false } },
    thinhoc: { customization: look },
  });
  const root = screen.locator('html');
  await expect(root).toHaveAttribute('data-theme', 'light');
  await expect.poll(() => root.evaluate(({ style }) => Number(style.zoom))).toBeGreaterThan(1);
  // Black on yellow: the text color adapts for contrast.
  await expect(bar().locator('p').first()).toHaveCSS('color', 'rgb(0, 0, 0)');
  await expectAccessibleScreen(screen);
  // A dialog taller than the screen keeps its buttons visible, and the focused field above them.
  await tile('Desktop').click();
  const dialog = screen.getByRole('dialog', { name: 'Desktop' });
  const connect = dialog.getByRole('button', { name: t('screens.rdp.connect') });
  await expect(connect).toBeInViewport({ ratio: 1 });
  await dialog.getByText(t('screens.rdp.advanced')).click();
  const host = dialog.getByLabel(t('screens.rdp.host'));
  await host.focus();
  await expect(host).toBeInViewport({ ratio: 1 });
  const [field, buttons] = [await host.boundingBox(), await connect.boundingBox()];
  expect((field?.y ?? 0) + (field?.height ?? 0)).toBeLessThanOrEqual(buttons?.y ?? 0);
  await screen.keyboard.press('Escape');
  await profile({
    system: { customization: { 'global-dark-theme': true } },
    thinhoc: { customization: { scaling_factors: { ui_scaling_factor: 1, text_scaling_factor: 1 } } },
  });
  // A screen smaller than the design's is shown a little smaller.
  await expect(root).toHaveCSS('zoom', '0.875');
  await expectAccessibleScreen(screen);
});

test("an administrator's message appears in front, however long, and Enter closes it", async () => {
  const [device] = await api.machines();
  const dialog = screen.getByRole('dialog', { name: t('session.message.title') });
  for (const lines of [1, 40]) {
    await api.notify(device.id, Array(lines).fill('Maintenance at 18:00').join('\n'));
    await expect(dialog).toContainText('Maintenance at 18:00');
    await expect(dialog.getByRole('button', { name: t('common.ok') })).toBeInViewport({ ratio: 1 });
    await expect(dialog.getByRole('button', { name: t('common.ok') })).toBeFocused();
    await expect(dialog.getByRole('heading')).toBeInViewport({ ratio: 1 });
    await screen.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
  }
});

test('a remote desktop asks for its login, and says why it did not open', async () => {
  await tile('Desktop').click();
  const dialog = screen.getByRole('dialog', { name: 'Desktop' });
  await dialog.getByLabel(t('screens.rdp.user')).fill('grace');
  await dialog.getByLabel(t('screens.rdp.password')).fill('secret');
  // Nothing covers the last element above the buttons.
  await dialog.getByText(t('screens.rdp.advanced')).click();
  await expect(dialog.getByLabel(t('screens.rdp.host'))).toHaveValue('ts.company.example');
  await expectAccessibleScreen(screen);
  await dialog.getByRole('button', { name: t('screens.rdp.connect') }).click();
  await expect(tile('Desktop')).toHaveAccessibleDescription(t('session.tile.failed'));
  const failure = screen.getByText(t('session.failure.title', { name: 'Desktop' }));
  await expect(failure).toBeVisible();
  await screen.getByRole('button', { name: t('common.close') }).click();
  await expect(failure).toBeHidden();
});

test('everything is reachable by keyboard, tiles by the arrow keys', async () => {
  await tile('Desktop').focus();
  await screen.keyboard.press('ArrowRight');
  await expect(tile('Wiki')).toBeFocused();
  await screen.keyboard.press('End');
  await expect(tile('Mail')).toBeFocused();
  await screen.keyboard.press('Home');
  await expect(tile('Desktop')).toBeFocused();
});

for (const language of ['eng', 'deu'] as const) {
  test(`the tour leads around the home screen step by step (${language})`, async () => {
    await bar().getByRole('button').last().click();
    await screen.getByRole('button', { name: t('screens.tour.title') }).click();
    await speak(screen, language);
    const [back, next, finish] = language === 'eng' ? ['Back', 'Next', 'Finish'] : ['Zurück', 'Weiter', 'Fertig'];
    const english = ['Welcome aboard', 'Three main parts', 'App Screen', 'Info Section', 'Status Bar'];
    const german = ['Willkommen an Bord', 'Drei Hauptteile', 'App-Bereich', 'Infobereich', 'Statusleiste'];
    const rest = {
      eng: ['Profile', 'Machine ID', 'Network Overview', 'Thank you'],
      deu: ['Profil', 'Geräte-ID', 'Netzwerkübersicht', 'Vielen Dank'],
    };
    const titles = [...(language === 'eng' ? english : german), ...rest[language]];
    const tour = screen.locator('dialog[open]');
    for (const [index, title] of titles.entries()) {
      await expect(tour.getByRole('heading')).toHaveText(title);
      await expect(tour.getByRole('button', { name: back })).toBeEnabled({ enabled: index > 0 });
      if (index === 1) await tour.getByRole('button', { name: back }).click();
      if (index === 1) await expect(tour.getByRole('heading')).toHaveText(titles[0] ?? '');
      if (index === 1) await tour.getByRole('button', { name: next }).click();
      await tour.getByRole('button', { name: index === titles.length - 1 ? finish : next }).click();
    }
    await expect(tour).toHaveCount(0);
    await speak(screen, 'eng');
  });
}

test('the debug dialog runs code, shows the result of its last line, and is sandboxed', async () => {
  const dialog = screen.getByRole('dialog', { name: t('screens.debug.title') });
  await pressInTime(screen, ['Control+u', 'Control+u', 'Control+u'], dialog);
  await dialog.getByLabel(t('screens.debug.code')).fill('const half = 21;\n[half * 2, origin]');
  await screen.keyboard.press('Control+Enter');
  await expect(dialog.locator('output')).toHaveText(/42,\s+"null"/);
  await dialog.getByLabel(t('screens.debug.code')).fill('parent.document.title');
  await screen.keyboard.press('Control+Enter');
  await expect(dialog.locator('output')).toContainText('SecurityError');
  await dialog.getByRole('button', { name: t('common.close') }).click();
});

test('users of a machine that logs in automatically can neither open its settings nor reset it', async () => {
  const settings = async (settings_access: object) => profile({ system: { auth: { settings_access } } });
  await bar()
    .getByRole('button', { name: t('session.menu') })
    .click();
  await screen.getByRole('button', { name: t('screens.settings.title') }).click();
  await expect(screen.getByText(t('screens.settings.administrator.phone'))).toBeVisible();
  await expectAccessibleScreen(screen);
  await settings({ who: 'nobody' });
  await screen.goto(new URL('/factory-reset', screen.url()).href);
  await expect(screen.getByRole('heading', { name: t('screens.settings.closed.title') })).toBeVisible();
  await settings({ who: 'pin', pin: '2580' });
  await expect(async () => {
    await screen.reload();
    await expect(screen.getByLabel(t('screens.settings.pin.label'))).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await expectAccessibleScreen(screen);
  await screen.getByLabel(t('screens.settings.pin.label')).fill('0000');
  await screen.keyboard.press('Enter');
  await expect(screen.getByRole('alert')).toHaveText(t('screens.settings.pin.wrong'));
  await expect(screen.getByRole('button', { name: t('screens.factoryReset.confirm') })).toHaveCount(0);
  await screen.getByLabel(t('screens.settings.pin.label')).fill('2580');
  await screen.keyboard.press('Enter');
  await expect(screen.getByRole('button', { name: t('screens.factoryReset.confirm') })).toBeVisible();
  await screen.getByRole('button', { name: t('common.cancel') }).click();
  await expect(tile('Wiki')).toBeVisible();
  await settings({ who: 'everybody' });
});

test('a user chooses language and theme for this machine', async () => {
  await bar()
    .getByRole('button', { name: t('session.menu') })
    .click();
  await screen.getByRole('button', { name: t('screens.settings.title') }).click();
  await screen.getByRole('radio', { name: t('screens.theme.light') }).click();
  await expect(screen.locator('html')).toHaveAttribute('data-theme', 'light');
  await expectAccessibleScreen(screen);
  await screen.getByRole('radio', { name: 'Русский' }).click();
  await expect(screen.locator('html')).toHaveAttribute('lang', 'ru-RU');
  await screen.getByRole('radio', { name: 'English' }).click();
  await screen.getByRole('radio', { name: t('screens.theme.profile') }).click();
  await screen.getByRole('button', { name: t('screens.done') }).click();
  await expect(tile('Wiki')).toBeVisible();
});

test('the background image matches the time of day', async () => {
  const background = screen.locator('img[src^="/backgrounds/"]');
  for (const [hour, set] of [
    [3, 'night'],
    [7, 'morning'],
    [12, 'day'],
    [19, 'evening'],
    [22, 'night'],
  ] as const) {
    await screen.clock.setFixedTime(new Date(2026, 10, 21, hour));
    await screen.reload();
    await expect(background).toHaveAttribute('src', new RegExp(`/${set}-\\d`));
  }
});

test('the screensaver starts after idle time, and any input ends it', async () => {
  const screensaver = {
    enabled: true,
    show_after: 15,
    duration: 4,
    slides: [{ type: 'text', title: 'Open day', content: 'Saturday' }],
  };
  await profile({ thinhoc: { screensaver } });
  await expect(screen.getByRole('heading', { name: 'Open day' })).toBeVisible();
  expect(new URL(screen.url()).pathname).toBe('/screensaver');
  await expectAccessibleScreen(screen);
  await expect
    .poll(async () => {
      await screen.mouse.move(200, 200);
      await screen.mouse.move(300, 300);
      return new URL(screen.url()).pathname;
    })
    .toBe('/session/local');
});

test('a factory reset says what is lost and asks twice', async () => {
  await screen.goto(new URL('/factory-reset', screen.url()).href);
  await expect(screen.getByRole('button', { name: t('screens.factoryReset.confirm') })).toBeVisible();
  await expectAccessibleScreen(screen);
  await screen.getByRole('button', { name: t('screens.factoryReset.confirm') }).click();
  const dialog = screen.getByRole('dialog', { name: t('screens.factoryReset.ask', { name: 'Reception' }) });
  await dialog.getByRole('button', { name: t('common.cancel') }).click();
  await screen.getByRole('button', { name: t('common.cancel') }).click();
  await expect(tile('Wiki')).toBeVisible();
});
