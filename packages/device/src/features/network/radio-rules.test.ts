import { expect, onTestFinished, test } from 'vitest';
import { silentLog } from '../../system/log.ts';
import { eventually } from '../../testing/wait.ts';
import { RadioRules } from './radio-rules.ts';

/** A radio whose driver is loaded after this many attempts. */
function radio(failures = 0) {
  const set: string[] = [];
  let left = failures;
  const setCountry = async (country: string) => {
    if (left-- > 0) throw new Error('nl80211 not found.');
    set.push(country);
  };
  const rules = new RadioRules({ setCountry }, silentLog, 1);
  onTestFinished(() => rules.stop());
  return { rules, set };
}

test.each([
  ['EU', 'DE'],
  ['UK', 'GB'],
  ['RU', 'RU'],
] as const)('in region %s the radio follows the rules of %s', async (region, country) => {
  const { rules, set } = radio();
  rules.want(region);
  await eventually(() => expect(set).toEqual([country]));
});

test('replaces the radio region, and does not set the same one again', async () => {
  const { rules, set } = radio();
  rules.want('EU');
  rules.want('EU');
  await eventually(() => expect(set).toEqual(['DE']));
  rules.want('UK');
  await eventually(() => expect(set).toEqual(['DE', 'GB']));
});

test('applies radio rules once the radio appears', async () => {
  const { rules, set } = radio(3);
  rules.want('UK');
  await eventually(() => expect(set).toEqual(['GB']));
});

test('the last of two quick changes of region is set last', async () => {
  const set: string[] = [];
  const first = Promise.withResolvers<void>();
  const setCountry = async (country: string) => {
    if (country === 'DE') await first.promise;
    set.push(country);
  };
  const rules = new RadioRules({ setCountry }, silentLog, 1);
  onTestFinished(() => rules.stop());
  rules.want('EU');
  // The program of the first region has started and is slow.
  await new Promise(setImmediate);
  rules.want('UK');
  await new Promise(setImmediate);
  first.resolve();
  await eventually(() => expect(set.at(-1)).toBe('GB'));
  await new Promise(setImmediate);
  expect(set).toEqual(['DE', 'GB']);
});
