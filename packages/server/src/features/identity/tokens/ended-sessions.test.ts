import { expect, it, onTestFinished } from 'vitest';
import { createLocalBus } from '../../../platform/bus.ts';
import { createLogger } from '../../../platform/logger.ts';
import { createTestDatabase } from '../../../testing/database.ts';
import { createEndedSessions } from './ended-sessions.ts';

it('a session that ends during a refresh stays ended', async () => {
  const { db, drop } = await createTestDatabase();
  onTestFinished(drop);
  const logger = createLogger('error');
  const ended = createEndedSessions(db.system, createLocalBus(logger), logger);
  const reading = ended.refresh();
  ended.announce(['session']);
  await reading;
  expect(ended.has('session')).toBe(true);
  ended.close();
});
