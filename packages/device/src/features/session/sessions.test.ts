import { expect, test } from 'vitest';
import { silentLog } from '../../system/log.ts';
import { webapps } from '../../testing/desired.ts';
import { understand } from '../profile/understand.ts';
import { entriesOf } from './entries.ts';
import { Sessions } from './sessions.ts';

test('what is remembered for a crash is opened again in the order that leaves the same session in front', async () => {
  let remembered: readonly number[] = [];
  const sessions = new Sessions({
    onChange: () => {},
    extensionFor: async () => null,
    surroundings: () => ({ bridge: '', language: 'de-DE' }),
    remember: (open) => {
      remembered = open.map(({ session_index }) => session_index);
    },
    log: silentLog,
  });
  const page = (display_name: string) => ({ display_name, url: `https://${display_name}.example/` });
  const entries = entriesOf(understand(webapps(page('mail'), page('docs'), page('wiki'))).definition);
  await sessions.configure(entries, { kiosk: null, scale: 1, darkTheme: false });
  for (const session_index of [0, 1, 2]) await sessions.open({ session_type: 'webapp', session_index }, null);
  expect(remembered).toEqual([0, 1, 2]);
  await sessions.raise(sessions.list()[0]?.id ?? '');
  expect(remembered).toEqual([1, 2, 0]);
});
