import { expect, it } from 'vitest';
import { createLogger } from './logger.ts';

it('logs errors without credentials and connection objects', () => {
  const lines: string[] = [];
  const logger = createLogger('info', { write: (line: string) => void lines.push(line) });
  const cause = Object.assign(new Error('socket gone'), { code: 'EPIPE', client: { password: 'hunter2' } });
  logger.error(
    { err: new Error('saving failed', { cause }), call: { token: 'eyJ', password: 'hunter2' } },
    'A call failed',
  );
  const [line = ''] = lines;
  expect(JSON.parse(line)).toMatchObject({
    msg: 'A call failed',
    err: {
      message: 'saving failed',
      stack: expect.stringContaining('logger.test'),
      cause: { message: 'socket gone', code: 'EPIPE' },
    },
  });
  expect(line).not.toMatch(/hunter2|eyJ/);
});
