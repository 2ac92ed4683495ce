import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Language, LOCALES } from '@berth/contract/rules/languages';
import { type Browser, expect, type Locator, type Page, test } from '@playwright/test';
import { apiOf } from '../kit/api.ts';
import { startVirtualMachines } from '../kit/fleet.ts';
import { type Server, startServer } from '../kit/server.ts';
import { openConsole } from '../kit/test-environment.ts';
import { speakEnglish, t } from '../kit/texts.ts';

/** What the console says before its scripts are there. */
test.describe.configure({ mode: 'serial' });

let server: Server;
let page: Page;

test.beforeAll(async ({ browser }) => {
  server = await startServer();
  page = await (await browser.newContext({ viewport: { width: 1280, height: 720 } })).newPage();
  await speakEnglish(page);
  await openConsole(page, server);
  await (await apiOf(page, server)).createProfile('Front desk');
});
test.afterAll(async () => {
  await page?.context().close();
  await server?.dispose();
});

/** What a page shows while no script comes. */
async function shapeOf(bare: Page, path: string): Promise<Locator> {
  await bare.goto(server.url + path);
  return bare.locator('.starting');
}

/** A visitor whose scripts do not come. */
async function visitor(browser: Browser, language: Language, colorScheme: 'dark' | 'light'): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 720 }, colorScheme });
  await context.addInitScript((locale) => localStorage.setItem('locale', locale), JSON.stringify(LOCALES[language]));
  await context.route('**/assets/*.js', (route) => route.abort());
  return context.newPage();
}

/** Follows a link of the console to a page. */
const follow = (path: string) =>
  page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);

/** Waits until the browser has painted what it has. */
const painted = (where: Page) =>
  where.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

const PAGES = [
  'overview',
  'machines',
  'profiles',
  'layers',
  'rollouts',
  'schedules',
  'enrollment',
  'users',
  'billing',
  'authentication',
  'audit',
  'api-keys',
  'webhooks',
  'account',
];

test('each page has its own heading before the scripts, and the same one after', async ({ browser }) => {
  test.setTimeout(180_000);
  const bare = await visitor(browser, 'eng', 'light');
  for (const name of PAGES) {
    const [heading = ''] = await (await shapeOf(bare, `/manage/${name}`)).locator('b').allInnerTexts();
    expect.soft(heading, name).not.toBe('');
    await follow(`/manage/${name}`);
    await expect.soft(page.getByRole('heading', { level: 1 }), name).toHaveText(heading);
  }
  await bare.context().close();
});

test('the heading is in the user’s language and appearance', async ({ browser }) => {
  for (const [language, heading] of [
    ['rus', 'Устройства'],
    ['deu', 'Geräte'],
  ] as const) {
    const bare = await visitor(browser, language, 'dark');
    await expect((await shapeOf(bare, '/manage/machines')).getByText(heading)).toBeVisible();
    await expect(bare.locator('body')).toHaveCSS('background-color', 'rgb(21, 22, 27)');
    await bare.context().close();
  }
});

test('a page without a console’s frame names the product, and is replaced once the scripts are there', async ({
  browser,
}) => {
  const bare = await visitor(browser, 'eng', 'light');
  const shape = await shapeOf(bare, '/guide');
  await expect(shape.getByText(t('common.product'))).toBeVisible();
  await expect(shape).not.toHaveAttribute('data-page');
  await bare.context().unrouteAll();
  await bare.reload();
  await expect(bare.getByRole('heading', { name: 'Common tasks' })).toBeVisible();
  await expect(shape).toHaveCount(0);
  await bare.context().close();
});

test('nothing moves when the page comes in two pieces', async ({ browser }) => {
  const html = await (await fetch(`${server.url}/manage/machines`)).text();
  const end = html.indexOf('</main>') + '</main>'.length;
  const rest = Promise.withResolvers<void>();
  const site = createServer(async ({ url }, reply) => {
    if (url !== '/manage/machines') return reply.writeHead(404).end();
    reply.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).write(html.slice(0, end));
    await rest.promise;
    return reply.end(html.slice(end));
  });
  await once(site.listen(0, '127.0.0.1'), 'listening');
  const bare = await visitor(browser, 'eng', 'light');
  await bare.addInitScript(watchMoves);
  const { port } = site.address() as AddressInfo;
  await bare.goto(`http://127.0.0.1:${port}/manage/machines`, { waitUntil: 'commit' });
  const shape = bare.locator('.starting');
  await shape.waitFor({ state: 'attached' });
  await painted(bare);
  rest.resolve();
  await expect(shape.getByText(t('console.machines.title'))).toBeVisible();
  await painted(bare);
  expect(await bare.evaluate(() => sessionStorage.getItem('moves'))).toBe('');
  await bare.context().close();
  site.close();
});

test('nothing moves while the rest of a page loads', async ({ browser }) => {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    storageState: await page.context().storageState(),
  });
  const slow = await context.newPage();
  await slow.addInitScript(watchMoves);
  let calls = 0;
  // Replies arrive in another order than their calls.
  await slow.route('**/*', async (route) => {
    const call = route.request().resourceType() === 'fetch' ? ++calls : 0;
    await new Promise((resume) => setTimeout(resume, ((call * 7) % 10) * 50));
    await route.continue().catch(() => {});
  });
  const api = await apiOf(page, server);
  const [profile] = await api.profiles();
  const forms = ['dashboard', 'sessions/webapp', 'theme'].map((form) => `profile/${profile.id}?form=${form}`);
  const expectStill = async (path: string): Promise<void> => {
    await slow.goto(`${server.url}/manage/${path}`);
    await slow.getByRole('heading', { level: 1 }).waitFor();
    await slow.waitForLoadState('networkidle');
    await expect(slow.locator('[aria-busy="true"]')).toHaveCount(0);
    expect.soft(await slow.evaluate(() => sessionStorage.getItem('moves')), path).toBe('');
  };
  await expectStill('machines');
  const machines = await startVirtualMachines(server, api, 1);
  for (const path of ['overview', 'machines', ...forms]) await expectStill(path);
  await machines.end();
  await context.close();
});

test('what a page offers stays where it appears, however late the user’s role arrives', async () => {
  const api = await apiOf(page, server);
  await (await startVirtualMachines(server, api, 1)).end();
  const [machine] = await api.machines();
  await api.nameMachine(machine.id, 'Lobby');
  await api.send('POST', `/organization/${machine.organizationId}/schedules`, SCHEDULE);
  for (const [path, loaded] of [
    [`machines/${machine.id}`, 'Lobby'],
    ['schedules', t('machines.schedules.subtitle')],
  ] as const) {
    const role = Promise.withResolvers<void>();
    await page.route(ROLES, async (route) => {
      await role.promise;
      await route.continue();
    });
    await page.goto(`${server.url}/manage/${path}`);
    await page.getByRole('main').getByText(loaded, { exact: true }).waitFor({ state: 'attached' });
    const before = await placesOf(page);
    role.resolve();
    await expect(page.getByText(t('console.role.owner'))).toBeVisible();
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    expect.soft(await placesOf(page), path).toMatchObject(before);
    await page.unroute(ROLES);
  }
});

/** One that the free tier permits. */
const SCHEDULE = {
  name: 'Closing time',
  type: 'notify',
  msg: 'The office closes at six.',
  tag: 'Hamburg',
  enabled: true,
  timeZone: 'Europe/Berlin',
  windowMinutes: 30,
  days: ['monday'],
  time: '17:45',
};

/** The call whose reply brings the user's role. */
const ROLES = /\/api\/organizations(?:\?|$)/;

/** Where on the page the controls are that a person sees, by their names. */
const placesOf = (where: Page) =>
  where.getByRole('main').evaluate((main) => {
    const controls = [...main.querySelectorAll<HTMLElement>('a, button, input')];
    const seen = controls.filter((each) => each.checkVisibility({ visibilityProperty: true }));
    return Object.fromEntries(
      seen.map((each) => {
        const { x, y } = each.getBoundingClientRect();
        return [`${each.ariaLabel ?? each.id} ${each.textContent}`, `${Math.round(x)}, ${Math.round(y)}`];
      }),
    );
  });

/** Records the layout shifts that a person notices, with the text of what moved. */
function watchMoves(): void {
  sessionStorage.setItem('moves', '');
  const WORTH = 0.001;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number; sources: { node?: Node }[] })[]) {
      if (entry.value < WORTH) continue;
      const moved = entry.sources.map(({ node }) => node?.textContent?.trim().slice(0, 40)).join(', ');
      sessionStorage.setItem('moves', `${sessionStorage.getItem('moves')}${entry.value.toFixed(4)}: ${moved}; `);
    }
  }).observe({ type: 'layout-shift', buffered: true });
}
