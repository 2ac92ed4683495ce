import { expect, it } from 'vitest';
import english from '../../i18n/eng/audit.json' with { type: 'json' };
import words from '../../i18n/eng/console.json' with { type: 'json' };
import type { MessageKey } from '../../i18n/keys.ts';
import { actionsLike, actionText, subjectOf } from './words.ts';

const texts = { t: (key: MessageKey) => (({ ...english, ...words }) as Record<string, string>)[key] ?? key };

it('says in words what was done, and keeps the id of what it does not know', () => {
  expect(actionText('machines.rename', texts)).toBe('Machine renamed');
  expect(actionText('machines.teleport', texts)).toBe('machines.teleport');
});

it('finds actions by the words that a person reads', () => {
  expect(actionsLike('RENAMED', texts)).toEqual(['machines.rename']);
  expect(actionsLike('webhook', texts).length).toBeGreaterThan(3);
  expect(actionsLike(' ', texts)).toEqual([]);
});

it('calls the thing by the name that it has now, or had', () => {
  const subject = (before: object | null, after: object | null, targetKind = 'machine') =>
    subjectOf({ before, after, targetKind }, texts);
  expect(subject({ name: 'Old' }, { name: 'New' })).toBe('New');
  expect(subject({ email: 'ada@harbour.example' }, null)).toBe('ada@harbour.example');
  expect(subject(null, { revision: 3 })).toBeUndefined();
  expect(subject(null, { ok: true, type: 'reboot' }, 'command')).toBe('Reboot');
});
