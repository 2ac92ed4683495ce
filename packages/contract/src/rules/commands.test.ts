import { Check } from 'typebox/value';
import { describe, expect, it, test } from 'vitest';
import { BATCH_COMMANDS, COMMAND_TYPES, COMMANDS, COMMON_COMMANDS, type CommandType } from './commands.ts';
import { roleMay } from './permissions.ts';

const including = (is: (type: CommandType) => boolean) => COMMAND_TYPES.filter(is);

describe('commands', () => {
  it('that switch a machine’s power or show its screen require Pro', () => {
    expect(including((type) => COMMANDS[type].needsPro)).toEqual(['reboot', 'power-off', 'remote']);
  });

  it('that would surprise a user when they run late do not wait for a machine', () => {
    expect(including((type) => COMMANDS[type].waits)).toEqual([
      'notify',
      'trigger-update',
      'wake',
      'upload-debug-file',
    ]);
  });

  it('that switch a machine’s power end its connection', () => {
    expect(including((type) => COMMANDS[type].endsBoot)).toEqual(['reboot', 'power-off']);
  });

  it('for a shell, and one that erases a machine, are not for operators', () => {
    const refused = including((type) => !roleMay('operator', COMMANDS[type].permission));
    expect(refused).toEqual(['shell', 'factory-reset']);
    expect(including((type) => roleMay('viewer', COMMANDS[type].permission))).toEqual([]);
  });

  it('that erase a machine are confirmed by its name', () => {
    expect(including((type) => COMMANDS[type].confirmation === 'name')).toEqual(['factory-reset']);
  });
});

describe('commands for many machines at once', () => {
  const forMany = (type: CommandType) => BATCH_COMMANDS.some((each) => each === type);

  it.each(['notify', 'reboot', 'power-off', 'trigger-update'] as const)('include %s', (type) => {
    expect(forMany(type)).toBe(true);
  });

  it.each(['shell', 'factory-reset', 'remote'] as const)('do not include %s', (type) => {
    expect(forMany(type)).toBe(false);
  });
});

describe('the payload of a command', () => {
  it.each(['shell', 'remote', 'upload-debug-file'] as const)('%s is not the body of its call', (type) => {
    expect(COMMON_COMMANDS).not.toContain(type);
  });

  it('is otherwise the body of its call, if it has one', () => {
    const body = { msg: 'The office closes at six.' };
    const taken = COMMON_COMMANDS.filter((type) => Check(COMMANDS[type].body, body));
    expect(taken).toEqual(['notify']);
    expect(Check(COMMANDS.notify.payload, body)).toBe(true);
    const bare = COMMON_COMMANDS.filter((type) => Check(COMMANDS[type].payload, {}));
    expect(bare).toEqual(expect.arrayContaining(['reboot', 'power-off', 'trigger-update', 'factory-reset']));
  });
});

test('a message has between 1 and 2,000 characters', () => {
  const taken = ['', 'x', 'x'.repeat(2_000), 'x'.repeat(2_001)].map((msg) => Check(COMMANDS.notify.body, { msg }));
  expect(taken).toEqual([false, true, true, false]);
});

test('a shell command has between 1 and 8,192 characters', () => {
  const taken = ['', 'x', 'x'.repeat(8_192), 'x'.repeat(8_193)].map((command) =>
    Check(COMMANDS.shell.body, { command }),
  );
  expect(taken).toEqual([false, true, true, false]);
});
