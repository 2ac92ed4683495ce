import { expect, onTestFinished, test } from 'vitest';
import { memoryStore, openStore, type Store } from '../../state/store.ts';
import { fakeNetwork } from '../../system/fake/machine.ts';
import { silentLog } from '../../system/log.ts';
import type { NetworkPlan } from '../../system/ports/network.ts';
import { testFolder } from '../../testing/folders.ts';
import { eventually } from '../../testing/wait.ts';
import { NetworkTrial } from './trial.ts';

const joining = (ssid: string): NetworkPlan => ({
  servers: [],
  searchDomains: [],
  wifi: { mode: 'client', ssid, password: 'the-password' },
  tunnel: null,
});
const untouched: NetworkPlan = { ...joining(''), wifi: { mode: 'system' } };

/** A machine that reaches the cloud only in some networks; `now` is the name of its current network. */
function machine(store: Store, reachable: readonly (string | null)[], { hadCloud = true, trialMs = 300 } = {}) {
  const applied: (string | null)[] = [];
  let now: string | null = null;
  let kept: string | null = null;
  const trial = new NetworkTrial({
    store,
    network: {
      ...fakeNetwork(),
      apply: async (plan) => {
        now = plan && 'ssid' in plan.wifi ? plan.wifi.ssid : null;
        applied.push(now);
      },
      keep: async () => {
        kept = now;
      },
      gatewayAnswers: async () => reachable.includes(now),
    },
    reachesCloud: () => (reachable.includes(now) ? Promise.resolve() : new Promise(() => {})),
    hadCloud: () => hadCloud,
    log: silentLog,
    trialMs,
  });
  onTestFinished(() => trial.stop());
  return { trial, applied, now: () => now, kept: () => kept };
}

test('keeps settings that reach the cloud and does not apply them again', async () => {
  const { trial, applied, kept } = machine(memoryStore(), ['Company']);
  await trial.want(untouched);
  await trial.want(joining('Company'));
  await trial.want(joining('Company'));
  expect(applied).toEqual(['Company']);
  expect(kept()).toBe('Company');
  expect(trial.secondsLeft).toBeNull();
});

test('rolls back settings that cut the machine off and does not retry them until they change', async () => {
  const store = memoryStore();
  const { trial, applied, now, kept } = machine(store, ['Company', 'Lobby']);
  await trial.want(joining('Company'));
  await trial.want(joining('Typo'));
  expect(now()).toBe('Company');
  expect(kept()).toBe('Company');
  await trial.want(joining('Typo'));
  await trial.want(joining('Lobby'));
  expect(applied).toEqual(['Company', 'Typo', 'Company', 'Lobby']);
});

test('reports the time left while settings are on trial', async () => {
  const { trial, now } = machine(memoryStore(), [], { trialMs: 120_000 });
  void trial.want(joining('Company'));
  await eventually(() => expect(now()).toBe('Company'));
  expect(trial.secondsLeft).toBeGreaterThan(0);
  expect(trial.secondsLeft).toBeLessThanOrEqual(120);
  await trial.stop();
  expect(trial.secondsLeft).toBeNull();
});

test('rolls back at start after being killed during a trial', async () => {
  const folder = await testFolder();
  // This trial lasts longer than the test: only the next process ends it.
  const before = machine(await openStore(folder, silentLog), ['Company'], { trialMs: 600_000 });
  await before.trial.want(joining('Company'));
  void before.trial.want(joining('Typo'));
  await eventually(() => expect(before.now()).toBe('Typo'));

  // The next process reads what the killed one left on the disk.
  const after = machine(await openStore(folder, silentLog), ['Company']);
  await after.trial.recover();
  expect(after.applied).toEqual(['Company']);
  await after.trial.want(joining('Typo'));
  expect(after.applied).toEqual(['Company']);
});

test('without a cloud, a trial succeeds if the gateway responds', async () => {
  const { trial, kept, now } = machine(memoryStore(), ['Company', null], { hadCloud: false });
  await trial.want(joining('Company'));
  expect(kept()).toBe('Company');
  await trial.want(joining('Typo'));
  expect(now()).toBe('Company');
});
