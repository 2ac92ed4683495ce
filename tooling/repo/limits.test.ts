import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { repository } from './plant.ts';

interface Row {
  /** As chapter 9 of the specification calls it. */
  readonly item: string;
  readonly constant: string;
  readonly value: unknown;
  /** Files below packages that go by the constant; each names it more than in its import. */
  readonly usedIn: readonly string[];
}

const SESSION = 'client/src/session';

const TABLE: readonly Row[] = [
  {
    item: 'inactivity logout',
    constant: 'INACTIVITY_LOGOUT_MS',
    value: 36e5,
    usedIn: ['client/src/data/auth/inactivity.ts'],
  },
  {
    item: 'registration timeout',
    constant: 'REGISTRATION_TIMEOUT_MS',
    value: 45_000,
    usedIn: [`${SESSION}/wizard/register.ts`],
  },
  {
    item: 'session load timeout',
    constant: 'SESSION_LOAD_TIMEOUT_MS',
    value: 10_000,
    usedIn: [`${SESSION}/state/center.ts`],
  },
  {
    item: 'config and context load timeouts',
    constant: 'CONFIG_LOAD_TIMEOUT_MS',
    value: 3_000,
    usedIn: [`${SESSION}/state/center.ts`],
  },
  {
    item: 'device login wait',
    constant: 'DEVICE_LOGIN_TIMEOUT_MS',
    value: 7_500,
    usedIn: ['device/src/features/login/passwords.ts'],
  },
  {
    item: 'machine status poll',
    constant: 'MACHINE_STATUS_POLL_MS',
    value: 1_000,
    usedIn: ['device/src/features/machine/status-watch.ts', 'client/src/console/machines/use-runtime.ts'],
  },
  {
    item: 'online status poll',
    constant: 'ONLINE_STATUS_POLL_MS',
    value: 2_500,
    usedIn: ['device/src/features/online/online.ts', `${SESSION}/network/use-network.ts`],
  },
  { item: 'token wait step', constant: 'TOKEN_WAIT_STEP_MS', value: 50, usedIn: ['client/src/data/access-token.ts'] },
  {
    item: 'reconnect wait',
    constant: 'RECONNECT_WAIT_MS',
    value: 2_000,
    usedIn: [`${SESSION}/bridge/events.ts`, 'client/src/console/shell/offline-notice.tsx'],
  },
  { item: 'notification snackbar', constant: 'SNACKBAR_MS', value: 2_000, usedIn: ['client/src/ui/toaster.tsx'] },
  {
    item: 'auth token leeway',
    constant: 'AUTH_TOKEN_LEEWAY_S',
    value: 5,
    usedIn: ['client/src/data/access-token.ts', 'server/src/features/identity/tokens/own-tokens.ts'],
  },
  {
    item: 'machine short id',
    constant: 'MACHINE_SHORT_ID_LENGTH',
    value: 6,
    usedIn: ['contract/src/rules/short-id.ts'],
  },
  {
    item: 'tiers enumeration',
    constant: 'MGMT_TIERS',
    value: ['free', 'pro', 'business', 'enterprise'],
    usedIn: ['contract/src/api/organizations.ts', 'contract/src/api/billing.ts'],
  },
  {
    item: 'log entries shown',
    constant: 'LOG_ENTRIES_SHOWN',
    value: 15,
    usedIn: ['contract/src/api/machines.ts', 'server/src/features/machines/list-logs.ts'],
  },
  { item: 'age of logs', constant: 'LOG_MAX_AGE_DAYS', value: 30, usedIn: ['server/src/features/machines/log-job.ts'] },
  {
    item: 'machines in the device list',
    constant: 'MACHINE_LIST_MAX_AGE_DAYS',
    value: 30,
    usedIn: ['server/src/features/machines/runtime-board.ts'],
  },
  { item: 'credit period', constant: 'CREDIT_PERIOD_DAYS', value: 30, usedIn: ['contract/src/rules/billing.ts'] },
  {
    item: 'time until credits arrive',
    constant: 'CREDITED_WITHIN_MINUTES',
    value: 15,
    usedIn: ['client/src/console/billing/buy-tab.tsx'],
  },
  {
    item: 'WiFi advanced configuration',
    constant: 'WIFI_ADVANCED_TIMEOUT_MS',
    value: 60_000,
    usedIn: ['device/src/system/linux/network-manager.ts'],
  },
  {
    item: 'default profile name',
    constant: 'PROFILE_NAME_DEFAULT',
    value: 'Unnamed Profile 1',
    usedIn: ['client/src/console/profiles/profiles-page.tsx', `${SESSION}/wizard/steps/profile.tsx`],
  },
  {
    item: 'default machine deployment',
    constant: 'DEPLOYMENT_DEFAULT',
    value: 'vanilla',
    usedIn: ['device/src/features/machine/config.ts', 'server/src/features/profiles/create-profile.ts'],
  },
  { item: 'default locale', constant: 'LOCALE_DEFAULT', value: 'deu_DE', usedIn: ['client/src/i18n/locales.ts'] },
];

const packages = join(repository, 'packages');
const limits: Promise<Readonly<Record<string, unknown>>> = import(join(packages, 'contract/src/limits.ts'));

describe('the constants of chapter 9', () => {
  it.each(TABLE)('$item: has its value, and is what the code goes by', async ({ constant, value, usedIn }) => {
    expect((await limits)[constant]).toEqual(value);
    for (const file of usedIn) {
      const text = readFileSync(join(packages, file), 'utf8').replaceAll(/^import [^;]*;$/gm, '');
      expect(text, file).toMatch(new RegExp(`\\b${constant}\\b`));
    }
  });
});
