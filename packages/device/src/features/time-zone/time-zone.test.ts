import { expect, test } from 'vitest';
import { silentLog } from '../../system/log.ts';
import { TimeZone } from './time-zone.ts';

/** A computer that reports its zone under the name in its own time zone database. */
function computer(zone: string) {
  const set: string[] = [];
  const clock = {
    zone: () => zone,
    setZone: async (next: string) => {
      set.push(next);
      zone = next;
    },
  };
  return { set, timeZone: new TimeZone({ clock, onChange: () => {}, log: silentLog }) };
}

test('does not set a time zone again under its former name', async () => {
  const { set, timeZone } = computer('Asia/Katmandu');
  timeZone.follow('Asia/Kathmandu');
  timeZone.follow('Europe/Berlin');
  await timeZone.choose('Europe/Berlin');
  expect(set).toEqual(['Europe/Berlin']);
});

test('a profile without a time zone, or with an unknown one, does not change the clock', async () => {
  const { set, timeZone } = computer('Europe/Zurich');
  timeZone.follow('Europe/Atlantis');
  expect(timeZone.state()).toEqual({ zone: 'Europe/Zurich', fixed: false });
  timeZone.follow(undefined);
  await timeZone.choose('Europe/Zurich');
  expect(set).toEqual([]);
});
