import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { browserOptions } from '@berth/e2e/kit/browser';
import { startServer } from '@berth/e2e/kit/server';
import { openConsole } from '@berth/e2e/kit/test-environment';
import { speakEnglish } from '@berth/e2e/kit/texts';
import { freePort } from '@berth/testing/ports';
import { chromium } from '@playwright/test';
import { type Figure, type Result, rounded } from './lib/result.ts';

/** Fetched on demand: its 114 packages (176 MB) are no part of an installation. */
const LIGHTHOUSE = 'lighthouse@13.5.0';
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
const AIMS = { desktop: 95, mobile: 90 } as const;

const PAGES = {
  login: '/session/login',
  machines: '/manage/machines',
  overview: '/manage/overview',
  profiles: '/manage/profiles',
  rollouts: '/manage/rollouts',
  members: '/manage/users',
  credits: '/manage/billing',
  'audit log': '/manage/audit',
  account: '/manage/account',
  guide: '/guide',
} as const;

/** The report of median performance counts, as Lighthouse recommends: one run varies by ten points. */
const RUNS = 3;

interface Report {
  readonly categories: Readonly<Record<string, { readonly score: number | null }>>;
  readonly audits: Readonly<Record<string, { readonly score: number | null; readonly title: string }>>;
}

/**
 * Lighthouse's scores of the login and the console's pages, each in a new tab, on a desktop and a mobile device. Prints each failed audit.
 * BENCH_PAGES chooses some of the pages.
 */
export async function run(): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'berth-lighthouse-'));
  const server = await startServer({ BERTH_DEFAULT_TIER: 'pro' });
  const port = await freePort();
  const browser = await chromium.launchPersistentContext(join(folder, 'profile'), {
    ...browserOptions,
    args: [...(browserOptions.args ?? []), `--remote-debugging-port=${port}`],
  });
  try {
    const page = await browser.newPage();
    const figures: Figure[] = [];
    const chosen = process.env.BENCH_PAGES?.split(',');
    for (const [name, path] of Object.entries(PAGES)) {
      if (name === 'machines') {
        await speakEnglish(page);
        await openConsole(page, server);
      }
      if (chosen && !chosen.includes(name)) continue;
      for (const device of ['desktop', 'mobile'] as const) {
        const reports: Report[] = [];
        for (let turn = 0; turn < RUNS; turn++) {
          reports.push(await audit(server.url + path, device, port, join(folder, `${name}-${device}-${turn}.json`)));
        }
        const report = reports.toSorted((a, b) => performanceOf(a) - performanceOf(b))[Math.floor(RUNS / 2)] as Report;
        console.log(`    ${name}, ${device}: performance of each run ${reports.map(performanceOf).join(', ')}`);
        for (const category of CATEGORIES) {
          const value = rounded((report.categories[category]?.score ?? 0) * 100);
          const aim = category === 'performance' ? AIMS[device] : 100;
          figures.push({ name: `${name}, ${device}, ${category}`, unit: '%', value, aim });
        }
        for (const [id, { score, title }] of Object.entries(report.audits))
          if (score !== null && score < 0.9) console.log(`    ${name}, ${device}: ${id} ${score}: ${title}`);
      }
    }
    return { benchmark: 'lighthouse', figures };
  } finally {
    await browser.close();
    await server.dispose();
    await rm(folder, { recursive: true, force: true });
  }
}

function performanceOf({ categories }: Report): number {
  return rounded((categories.performance?.score ?? 0) * 100);
}

async function audit(url: string, device: 'desktop' | 'mobile', port: number, file: string): Promise<Report> {
  const preset = device === 'desktop' ? ['--preset=desktop'] : [];
  const options = [`--port=${port}`, '--output=json', `--output-path=${file}`, '--disable-storage-reset', '--quiet'];
  const command = ['exec', '--yes', `--package=${LIGHTHOUSE}`, '--', 'lighthouse', url, ...options, ...preset];
  await promisify(execFile)('npm', [...command, `--only-categories=${CATEGORIES.join(',')}`]);
  return JSON.parse(await readFile(file, 'utf8'));
}
