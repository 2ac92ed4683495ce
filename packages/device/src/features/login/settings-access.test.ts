import { expect, test } from 'vitest';
import { SettingsAccess, type SettingsRule } from './settings-access.ts';

function access(rule: SettingsRule | null) {
  const state = { rule, used: true, now: 1_000_000, log: [] as string[] };
  const settings = new SettingsAccess({
    rule: () => state.rule,
    isUsed: () => state.used,
    administratorWays: () => ['local'],
    writeLog: (type, message) => state.log.push(`${type} ${message}`),
    now: () => state.now,
  });
  return { settings, state };
}

test.each([
  ['everybody', true, []],
  ['pin', false, ['pin']],
  ['administrators', false, ['local']],
  ['nobody', false, []],
] as const)('a profile that says %s', (who, open, ways) => {
  const { settings, state } = access({ who, pin: '2580' });
  expect(settings.state()).toEqual({ open, ways });
  state.used = false;
  expect(settings.isOpen).toBe(false);
});

test('settings of an unregistered machine are open', () => {
  expect(access(null).settings.isOpen).toBe(true);
});

test('a PIN opens the settings until they are closed or ten minutes pass', () => {
  const { settings, state } = access({ who: 'pin', pin: '2580' });
  settings.openByPin('2580');
  expect(settings.isOpen).toBe(true);
  settings.close();
  expect(settings.isOpen).toBe(false);
  settings.openByPin('2580');
  state.now += 10 * 60_000;
  expect(settings.isOpen).toBe(false);
});

test('five wrong PINs lock the settings for a minute', () => {
  const { settings, state } = access({ who: 'pin', pin: '2580' });
  for (let tries = 0; tries < 5; tries += 1) expect(() => settings.openByPin('0000')).toThrow('another PIN');
  expect(() => settings.openByPin('2580')).toThrow('next try is in 60 s');
  expect(settings.isOpen).toBe(false);
  state.now += 60_000;
  settings.openByPin('2580');
  expect(settings.isOpen).toBe(true);
  expect(state.log).toEqual([...Array(5).fill('LOGIN_FAILURE settings (PIN)'), 'LOGIN_SUCCESS settings (PIN)']);
});

test('a clock that is set back keeps neither the settings open nor the lock closed', () => {
  const { settings, state } = access({ who: 'pin', pin: '2580' });
  settings.openByPin('2580');
  state.now -= 3_652 * 86_400_000;
  expect(settings.isOpen).toBe(false);
  for (let tries = 0; tries < 5; tries += 1) expect(() => settings.openByPin('0000')).toThrow('another PIN');
  state.now -= 3_652 * 86_400_000;
  expect(() => settings.openByPin('2580')).toThrow('next try is in 60 s');
  state.now += 60_000;
  settings.openByPin('2580');
  expect(settings.isOpen).toBe(true);
});

test('only administrators open settings restricted to them', () => {
  const { settings, state } = access({ who: 'administrators', pin: '2580' });
  expect(() => settings.openByPin('2580')).toThrow('No PIN opens');
  settings.openFor('grace');
  expect(settings.isOpen).toBe(true);
  state.rule = { who: 'nobody', pin: undefined };
  expect(settings.isOpen).toBe(false);
  expect(() => settings.openFor('grace')).toThrow('Administrators do not open');
});
