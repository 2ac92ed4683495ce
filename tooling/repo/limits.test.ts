import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { repository } from './fixture.ts';
import { sourcesOf } from './sources.ts';

interface Row {
  /** Its name in chapter 9 of the specification. */
  readonly item: string;
  readonly constant: string;
  readonly value: unknown;
  /** Folders below packages whose code uses the constant, beyond importing it. */
  readonly usedIn: readonly string[];
}

const TABLE: readonly Row[] = [
  {
    item: 'inactivity logout',
    constant: 'INACTIVITY_LOGOUT_MS',
    value: 36e5,
    usedIn: ['web/src/data/auth'],
  },
  {
    item: 'registration timeout',
    constant: 'REGISTRATION_TIMEOUT_MS',
    value: 45_000,
    usedIn: ['session/src/wizard'],
  },
  {
    item: 'session load timeout',
    constant: 'SESSION_LOAD_TIMEOUT_MS',
    value: 10_000,
    usedIn: ['session/src/state'],
  },
  {
    item: 'config and context load timeouts',
    constant: 'CONFIG_LOAD_TIMEOUT_MS',
    value: 3_000,
    usedIn: ['session/src/bridge'],
  },
  {
    item: 'device login wait',
    constant: 'DEVICE_LOGIN_TIMEOUT_MS',
    value: 7_500,
    usedIn: ['device/src/features/login'],
  },
  {
    item: 'machine status poll',
    constant: 'MACHINE_STATUS_POLL_MS',
    value: 1_000,
    usedIn: ['device/src/features/machine', 'console/src/areas/machines'],
  },
  {
    item: 'online status poll',
    constant: 'ONLINE_STATUS_POLL_MS',
    value: 2_500,
    usedIn: ['device/src/features/online', 'session/src/network'],
  },
  { item: 'token wait step', constant: 'TOKEN_WAIT_STEP_MS', value: 50, usedIn: ['web/src/data'] },
  {
    item: 'peer ping',
    constant: 'PEER_PING_MS',
    value: 1_000,
    usedIn: ['session/src/mirror', 'web/src/data/mirror'],
  },
  {
    item: 'dead peer',
    constant: 'PEER_DEAD_MS',
    value: 5_000,
    usedIn: ['session/src/mirror', 'web/src/data/mirror'],
  },
  { item: 'last mirror channel', constant: 'MIRROR_CHANNEL_LAST', value: 8, usedIn: ['session/src/mirror'] },
  {
    item: 'mirror protocol version',
    constant: 'MIRROR_PROTOCOL_VERSION',
    value: 3,
    usedIn: ['session/src/mirror', 'web/src/data/mirror'],
  },
  {
    item: 'error-reporting trace sample rate',
    constant: 'ERROR_REPORTING_TRACE_SAMPLE_RATE',
    value: 1,
    usedIn: ['web/src/data/error-reports'],
  },
  {
    item: 'tier numbers',
    constant: 'MGMT_TIER_NUMBER',
    value: { free: 1, pro: 2 },
    usedIn: ['server/src/features/billing'],
  },
  {
    item: 'reconnect wait',
    constant: 'RECONNECT_WAIT_MS',
    value: 2_000,
    usedIn: ['session/src/bridge', 'console/src/areas/shell'],
  },
  { item: 'notification snackbar', constant: 'SNACKBAR_MS', value: 2_000, usedIn: ['console/src/ui'] },
  {
    item: 'auth token leeway',
    constant: 'AUTH_TOKEN_LEEWAY_S',
    value: 5,
    usedIn: ['web/src/data', 'server/src/features/identity'],
  },
  {
    item: 'machine short id',
    constant: 'MACHINE_SHORT_ID_LENGTH',
    value: 6,
    usedIn: ['contract/src/rules'],
  },
  {
    item: 'tiers enumeration',
    constant: 'MGMT_TIERS',
    value: ['free', 'pro', 'business', 'enterprise'],
    usedIn: ['contract/src/api'],
  },
  {
    item: 'log entries shown',
    constant: 'LOG_ENTRIES_SHOWN',
    value: 15,
    usedIn: ['contract/src/api', 'server/src/features/machines'],
  },
  { item: 'age of logs', constant: 'LOG_MAX_AGE_DAYS', value: 30, usedIn: ['server/src/features/machines'] },
  {
    item: 'machines in the device list',
    constant: 'MACHINE_LIST_MAX_AGE_DAYS',
    value: 30,
    usedIn: ['server/src/features/machines'],
  },
  { item: 'credit period', constant: 'CREDIT_PERIOD_DAYS', value: 30, usedIn: ['contract/src/rules'] },
  {
    item: 'time until credits arrive',
    constant: 'CREDITED_WITHIN_MINUTES',
    value: 15,
    usedIn: ['console/src/areas/billing'],
  },
  {
    item: 'WiFi advanced configuration',
    constant: 'WIFI_ADVANCED_TIMEOUT_MS',
    value: 60_000,
    usedIn: ['device/src/system/linux'],
  },
  {
    item: 'first-boot setup',
    constant: 'FIRST_BOOT_TARGET_MS',
    value: 300_000,
    usedIn: ['session/src/wizard'],
  },
  {
    item: 'default profile name',
    constant: 'PROFILE_NAME_DEFAULT',
    value: 'Unnamed Profile 1',
    usedIn: ['console/src/areas/profiles', 'session/src/wizard'],
  },
  {
    item: 'default machine deployment',
    constant: 'DEPLOYMENT_DEFAULT',
    value: 'vanilla',
    usedIn: ['device/src/features/machine', 'server/src/features/profiles'],
  },
  { item: 'default locale', constant: 'LOCALE_DEFAULT', value: 'deu_DE', usedIn: ['web/src/i18n'] },
];

const packages = join(repository, 'packages');
const limits: Promise<Readonly<Record<string, unknown>>> = import(join(packages, 'contract/src/limits.ts'));
const code = sourcesOf(repository, /^(?!.*\.test\.).*\.tsx?$/).map(({ file, text }) => ({
  file,
  text: text.replaceAll(/^import [^;]*;$/gm, ''),
}));

describe('the constants of chapter 9', () => {
  it.each(TABLE)('$item: has its value, and is used by the code', async ({ constant, value, usedIn }) => {
    expect((await limits)[constant]).toEqual(value);
    const users = code.filter(({ text }) => new RegExp(`\\b${constant}\\b`).test(text)).map(({ file }) => file);
    for (const folder of usedIn) {
      expect(
        users.filter((file) => file.startsWith(`packages/${folder}/`)),
        folder,
      ).not.toEqual([]);
    }
  });
});
