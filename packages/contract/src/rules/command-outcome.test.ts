import { expect, test } from 'vitest';
import { outcomeOf } from './command-outcome.ts';
import { COMMAND_STATES } from './commands.ts';

const READ_AT = '2026-11-28T12:00:00Z';

test.each(COMMAND_STATES)('a command that is %s has this outcome', (state) => {
  expect(outcomeOf({ type: 'reboot', state, readAt: null })).toBe(state);
});

test('a message is delivered once the machine shows it, and read once someone closes it', () => {
  expect(outcomeOf({ type: 'notify', state: 'succeeded', readAt: null })).toBe('delivered');
  expect(outcomeOf({ type: 'notify', state: 'succeeded', readAt: READ_AT })).toBe('read');
});

test.each(COMMAND_STATES.filter((state) => state !== 'succeeded'))('a message that is %s has this outcome', (state) => {
  expect(outcomeOf({ type: 'notify', state, readAt: null })).toBe(state);
});

test('only messages are read', () => {
  expect(outcomeOf({ type: 'shell', state: 'succeeded', readAt: READ_AT })).toBe('succeeded');
});
