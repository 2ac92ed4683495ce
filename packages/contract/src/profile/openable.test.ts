import { expect, test } from 'vitest';
import { applyDefaults } from './defaults.ts';
import { ProfileDefinition } from './definition.ts';
import { interruptions } from './openable.ts';

const webapp = (display_name: string, url: string) => ({ display_name, window_title: display_name, url });
const mail = webapp('Mail', 'https://mail.example.org/');
const wiki = webapp('Wiki', 'https://wiki.example.org/');
const OFF = { session_type: 'none' };
const kiosk = (session_index: number) => ({ session_type: 'webapp', session_index });

function definition(sessions: readonly object[], mode: object = OFF): ProfileDefinition {
  return applyDefaults(ProfileDefinition, {
    thinhoc: { sessions: { webapp: sessions }, kiosk: mode },
  }) as ProfileDefinition;
}

const closing = (before: ProfileDefinition, after: ProfileDefinition) =>
  interruptions(before, after).map(({ session, why }) => `${session.title} ${why}`);

test('a session stays open while its entry exists, under any name and position', () => {
  const renamed = { ...wiki, display_name: 'Handbook', window_title: 'Handbook' };
  expect(closing(definition([mail, wiki]), definition([renamed, mail]))).toEqual([]);
});

test('a session whose entry is removed or changes its target closes', () => {
  const moved = { ...wiki, url: 'https://elsewhere.example.org/' };
  expect(closing(definition([mail, wiki]), definition([moved]))).toEqual(['Mail removed', 'Wiki removed']);
});

test('if one of two entries for the same URL is removed, only one session closes', () => {
  expect(closing(definition([mail, mail]), definition([mail]))).toEqual(['Mail removed']);
});

test('kiosk mode closes open sessions when it starts, and its own session when it ends or changes', () => {
  const both = [mail, wiki];
  expect(closing(definition(both), definition(both, kiosk(1)))).toEqual(['Mail kiosk', 'Wiki kiosk']);
  expect(closing(definition(both, kiosk(1)), definition(both))).toEqual(['Wiki kiosk']);
  expect(closing(definition(both, kiosk(0)), definition(both, kiosk(1)))).toEqual(['Mail kiosk']);
  expect(closing(definition(both, kiosk(1)), definition([wiki], kiosk(0)))).toEqual([]);
});
