import { gzipSync } from 'node:zlib';
import { apiOf } from '@berth/e2e/kit/api';
import { browserOptions } from '@berth/e2e/kit/browser';
import { startServer } from '@berth/e2e/kit/server';
import { openConsole } from '@berth/e2e/kit/test-environment';
import { speakEnglish } from '@berth/e2e/kit/texts';
import { chromium, type Page, type Response } from '@playwright/test';
import { firstFiles } from './first-load.ts';
import { type Figure, type Result, rounded } from './lib/result.ts';

/** Limit for a profile form including everything before it, in kB. */
const FORM_AIM = 300;

const ROUTES = {
  login: '/session/login?redirectUrl=%2F',
  'organization selector': '/manage/org/select',
  overview: '/manage/overview',
  machines: '/manage/machines',
  profiles: '/manage/profiles',
  rollouts: '/manage/rollouts',
  schedules: '/manage/schedules',
  'enrollment codes': '/manage/enrollment',
  members: '/manage/users',
  'login at machines': '/manage/authentication',
  credits: '/manage/billing',
  'audit log': '/manage/audit',
  'API keys': '/manage/api-keys',
  webhooks: '/manage/webhooks',
  account: '/manage/account',
  'app catalog': '/app-catalog',
} as const;

/**
 * Gzipped bytes of JavaScript and CSS that each console page loads without cache, and how many of them are not part of
 * the first load, which every page shares.
 */
export async function run(): Promise<Result> {
  const server = await startServer({ BERTH_DEFAULT_TIER: 'pro' });
  const browser = await chromium.launch(browserOptions);
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 720 } });
    await speakEnglish(page);
    await openConsole(page, server);
    const api = await apiOf(page, server);
    const [organization] = await api.send<[{ id: string }]>('GET', '/organizations');
    const { id } = await api.send<{ id: string }>('POST', '/profiles', {
      name: 'Bench',
      organizationId: organization.id,
    });
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Network.enable');
    await devtools.send('Network.setCacheDisabled', { cacheDisabled: true });
    const first = await firstFiles('index.html');
    const figures: Figure[] = [];
    const measure = async (name: string, path: string, aim?: number) => {
      const files = await filesOf(page, server.url + path);
      const own = new Map([...files].filter(([file]) => !first.has(file)));
      figures.push({ name, unit: 'kB', value: kilobytes(files), ...(aim === undefined ? {} : { aim }) });
      figures.push({ name: `${name}, of its own`, unit: 'kB', value: kilobytes(own) });
    };
    for (const [name, path] of Object.entries(ROUTES)) await measure(name, path);
    const forms = { 'a profile, its look': 'customization', 'a profile, remote desktops': 'sessions/rdp' };
    for (const [name, form] of Object.entries(forms)) {
      await measure(name, `/manage/profile/${id}?form=${form}`, FORM_AIM);
    }
    return { benchmark: 'routes', figures };
  } finally {
    await browser.close();
    await server.dispose();
  }
}

/** Gzipped bytes that a page loads, by the file's path in the built client. */
async function filesOf(page: Page, address: string): Promise<ReadonlyMap<string, number>> {
  const files = new Map<string, Promise<number>>();
  const count = (response: Response) => {
    const { pathname } = new URL(response.url());
    if (/\.(?:js|css)$/.test(pathname)) files.set(pathname.slice(1), gzipped(response));
  };
  page.on('response', count);
  await page.goto(address);
  await page.waitForLoadState('networkidle');
  page.off('response', count);
  return new Map(await Promise.all([...files].map(async ([file, bytes]) => [file, await bytes] as const)));
}

async function gzipped(response: Response): Promise<number> {
  return gzipSync(await response.body()).length;
}

function kilobytes(files: ReadonlyMap<string, number>): number {
  return rounded([...files.values()].reduce((sum, each) => sum + each, 0) / 1_000, 1);
}
