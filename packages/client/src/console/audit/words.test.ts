import { expect, it } from 'vitest';
import english from '../../i18n/eng/audit.json' with { type: 'json' };
import type { MessageKey } from '../../i18n/keys.ts';
import { actionsLike, actionText, subjectOf } from './words.ts';

const texts = { t: (key: MessageKey) => (english as Record<string, string>)[key] ?? key };

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
  expect(subjectOf({ before: { name: 'Old' }, after: { name: 'New' } })).toBe('New');
  expect(subjectOf({ before: { email: 'ada@harbour.example' }, after: null })).toBe('ada@harbour.example');
  expect(subjectOf({ before: null, after: { revision: 3 } })).toBeUndefined();
});
