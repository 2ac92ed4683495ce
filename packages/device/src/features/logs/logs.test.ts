import { expect, test } from 'vitest';
import { silentLog } from '../../system/log.ts';
import { withDebugEntries } from './logs.ts';

test('writes agent warnings as DEBUG log entries', () => {
  const entries: string[] = [];
  const log = withDebugEntries(silentLog, (message) => entries.push(message));
  log.warn({ code: 139 }, 'the home screen crashed and is restarted');
  log.warn({}, 'another machine has this key');
  log.info({}, 'command accepted');
  expect(entries).toEqual(['the home screen crashed and is restarted {"code":139}', 'another machine has this key']);
});
