import { join } from 'node:path';
import { apiOf } from '@berth/e2e/kit/api';
import { browserOptions } from '@berth/e2e/kit/browser';
import { openConsole } from '@berth/e2e/kit/test-environment';
import { speakEnglish } from '@berth/e2e/kit/texts';
import { run as runProcess } from '@berth/testing/process';
import { chromium } from '@playwright/test';
import { startPair } from './lib/pair.ts';
import { type Figure, percentile, type Result, rounded } from './lib/result.ts';
import { echoes, timesOf } from './lib/ruler.ts';

const SIMULATOR = join(import.meta.dirname, '../packages/simulator/src/main.ts');
const WARM_UP = 30;
const TRIPS = 500;

/**
 * A command from the API call through the machine and back to the reply, at the node that took the call and at another
 * one, compared with an echo over a bare WebSocket. Virtual machines refuse shell commands, which is a reply too.
 */
export async function run(): Promise<Result> {
  const pair = await startPair({ BERTH_DEFAULT_TIER: 'pro' });
  const browser = await chromium.launch(browserOptions);
  const stops: (() => Promise<void>)[] = [];
  try {
    const page = await browser.newPage();
    await speakEnglish(page);
    await openConsole(page, pair.first);
    const api = await apiOf(page, pair.first);
    const [organization] = await api.send<[{ id: string }]>('GET', '/organizations');
    await api.send('PUT', `/organizations/${organization.id}/settings`, { shellCommands: true });
    const profile = await api.send<{ id: string }>('POST', '/profiles', {
      name: 'Bench',
      organizationId: organization.id,
    });
    const { code } = await api.send<{ code: string }>('POST', `/organization/${organization.id}/enrollment-codes`, {
      profileId: profile.id,
      deployment: 'vanilla',
      uses: 2,
      validHours: 1,
    });

    const figures: Figure[] = [];
    for (const [where, url] of [
      ['own node', pair.first.url],
      ['other node', pair.second],
    ] as const) {
      const args = ['--server', url, '--machines', '1', '--enroll', code, '--tell'];
      const simulator = runProcess(SIMULATOR, args, {});
      stops.push(() => simulator.end());
      const [, id = ''] = await simulator.line(/"machine":"(\w+)".*"event":"applied"/);
      const path = `/machines/${id}/shell-command?wait=true`;
      const trips = await timesOf(WARM_UP, TRIPS, async () => {
        const { state } = await api.send<{ state: string }>('POST', path, { command: 'true' });
        if (state !== 'failed' && state !== 'succeeded') throw new Error(`the command is still ${state}`);
      });
      figures.push(...figuresOf(`command and its answer, ${where}`, trips));
    }
    figures.push(...figuresOf('echo over a bare WebSocket', await echoes()));
    return { benchmark: 'round-trip', figures };
  } finally {
    for (const stop of stops) await stop();
    await browser.close();
    await pair.dispose();
  }
}

function figuresOf(name: string, samples: readonly number[]): Figure[] {
  return [
    { name: `${name}, p50`, unit: 'ms', value: rounded(percentile(samples, 0.5), 2) },
    { name: `${name}, p99`, unit: 'ms', value: rounded(percentile(samples, 0.99), 2) },
  ];
}
