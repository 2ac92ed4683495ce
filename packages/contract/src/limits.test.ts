import { expect, test } from 'vitest';
import * as limits from './limits.ts';

/** Values of spec chapter 9, keys of chapter 2 and a timeout of chapter 8 that no test of an effect verifies. */
const chapter9: readonly (readonly [name: keyof typeof limits, value: unknown])[] = [
  ['INACTIVITY_LOGOUT_MS', 36e5],
  ['REGISTRATION_TIMEOUT_MS', 45_000],
  ['SESSION_LOAD_TIMEOUT_MS', 10_000],
  ['CONFIG_LOAD_TIMEOUT_MS', 3_000],
  ['DEVICE_LOGIN_TIMEOUT_MS', 7_500],
  ['MACHINE_STATUS_POLL_MS', 1_000],
  ['ONLINE_STATUS_POLL_MS', 2_500],
  ['TOKEN_WAIT_STEP_MS', 50],
  ['PEER_PING_MS', 1_000],
  ['PEER_DEAD_MS', 5_000],
  ['MIRROR_CHANNEL_FIRST', 0],
  ['MIRROR_CHANNEL_LAST', 8],
  ['MIRROR_PROTOCOL_VERSION', 3],
  ['RECONNECT_WAIT_MS', 2_000],
  ['SNACKBAR_MS', 2_000],
  ['AUTH_TOKEN_LEEWAY_S', 5],
  ['MACHINE_SHORT_ID_LENGTH', 6],
  ['MGMT_TIER_NUMBER', { free: 1, pro: 2 }],
  ['MGMT_TIERS', ['free', 'pro', 'business', 'enterprise']],
  ['ERROR_REPORTING_TRACE_SAMPLE_RATE', 1],
  ['LOG_ENTRIES_SHOWN', 15],
  ['LOG_MAX_AGE_DAYS', 30],
  ['MACHINE_LIST_MAX_AGE_DAYS', 30],
  ['CREDIT_PERIOD_DAYS', 30],
  ['CREDITED_WITHIN_MINUTES', 15],
  ['WIFI_ADVANCED_TIMEOUT_MS', 60_000],
  ['FIRST_BOOT_TARGET_MS', 300_000],
  ['DEBUG_DIALOG_PRESSES', { key: 'u', times: 3, withinMs: 1_000 }],
  ['TERMINAL_PRESSES', { key: 'k', times: 5, withinMs: 2_000 }],
  ['CHUNK_LOAD_TIMEOUT_MS', 120_000],
  ['PROFILE_NAME_DEFAULT', 'Unnamed Profile 1'],
  ['DEPLOYMENT_DEFAULT', 'vanilla'],
  ['LOCALE_DEFAULT', 'deu_DE'],
];

const values: Readonly<Record<string, unknown>> = { ...limits };

test.each(chapter9)('%s is what the specification says', (name, value) => expect(values[name]).toEqual(value));

test('device variants are vanilla, flex and three smart ones, which have perpetual licenses', () => {
  expect(limits.OPEN_DEPLOYMENTS).toEqual(['vanilla', 'flex']);
  expect(limits.DEPLOYMENTS).toEqual(['vanilla', 'flex', ...limits.LICENSED_DEPLOYMENTS]);
  expect(limits.LICENSED_DEPLOYMENTS).toEqual(['smartconference', 'smartsignage', 'smartworkspace']);
});
