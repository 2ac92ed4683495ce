import { compileMessages } from '@berth/contract/texts/compile-messages';
import english from '@berth/contract/texts/eng/audit.json' with { type: 'json' };
import words from '@berth/contract/texts/eng/console.json' with { type: 'json' };
import { createTexts } from '@berth/web/i18n/texts.ts';
import { expect, it } from 'vitest';
import { actionText, actorText, commandText, machinesOf, wordsLike } from './words.ts';

const texts = createTexts('eng', new Map(Object.entries(compileMessages({ ...english, ...words }, 'eng'))));

it('names actions in words, and keeps the ID of unknown ones', () => {
  expect(actionText('machines.rename', texts)).toBe('Machine renamed');
  expect(actionText('machines.teleport', texts)).toBe('machines.teleport');
});

it('finds actions, commands and actors by the shown words', () => {
  expect(wordsLike('RENAMED', texts)).toEqual([{ action: { inq: ['machines.rename'] } }]);
  const reboots = wordsLike('reboot', texts);
  expect(reboots).toContainEqual({ command: { inq: ['reboot'] } });
  expect(wordsLike(english['audit.actor.system'], texts)).toContainEqual({ actorKind: 'system' });
  expect(wordsLike(' ', texts)).toEqual([]);
});

it('names a command, the number of machines, and the sender', () => {
  const entry = { after: { type: 'reboot', machines: 200 }, targetKind: 'batch' };
  expect(commandText(entry, texts)).toBe('Reboot');
  expect(machinesOf(entry)).toBe(200);
  expect(machinesOf({ after: { ok: true, type: 'reboot' }, targetKind: 'command' })).toBeUndefined();
  expect(commandText({ after: { name: 'New' }, targetKind: 'machine' }, texts)).toBeUndefined();
  expect(actorText({ actorKind: 'machine', actorName: 'Front desk' }, texts)).toBe('Front desk');
  expect(actorText({ actorKind: 'system', actorName: 'schedules' }, texts)).toBe(english['audit.actor.system']);
});
