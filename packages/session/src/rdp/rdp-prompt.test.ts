import { expect, test } from 'vitest';
import { definitionWith } from '../testing/profile.ts';
import { rdpPrompt } from './rdp-prompt.ts';

const promptOf = (session: object) =>
  rdpPrompt(definitionWith({ thinhoc: { sessions: { rdp: [session] } } }).thinhoc.sessions.rdp[0]);

test('a fixed host cannot be changed', () => {
  const prompt = promptOf({ default_host: 'ts1', force_default_host: true, default_user: 'ada' });
  expect(prompt).toMatchObject({ host: 'ts1', hostFixed: true, user: 'ada', advanced: false });
});

test('the user enters the host where the profile has none, even a fixed one', () => {
  const prompt = promptOf({ default_host: '', force_default_host: true });
  expect(prompt).toMatchObject({ hostFixed: false, advanced: true });
});

test.each([
  [{}, { reconnect: true, reconnectFixed: false }],
  [{ force_auto_reconn_enabled: true }, { reconnect: true, reconnectFixed: true }],
  [{ auto_reconn_enabled: false }, { reconnect: false, reconnectFixed: true }],
])('the prompt offers reconnecting where the profile leaves it open: %j', (session, wanted) => {
  expect(promptOf(session)).toMatchObject(wanted);
});

test('a removed session asks for everything', () => {
  expect(rdpPrompt(undefined)).toMatchObject({ host: '', user: '', hostFixed: false });
});
