import { expect, test } from 'vitest';
import { rdpPrompt } from './rdp.ts';

const definitionWith = (session: object) => ({ thinhoc: { sessions: { rdp: [session] } } });

test('a fixed host stays out of reach', () => {
  const prompt = rdpPrompt(definitionWith({ default_host: 'ts1', force_default_host: true, default_user: 'ada' }), 0);
  expect(prompt).toMatchObject({ host: 'ts1', hostFixed: true, user: 'ada', advanced: false });
});

test('without a host a person has to type one, also where it is marked as fixed', () => {
  const prompt = rdpPrompt(definitionWith({ default_host: '', force_default_host: true }), 0);
  expect(prompt).toMatchObject({ hostFixed: false, advanced: true });
});

test.each([
  [{}, { reconnect: true, reconnectFixed: false }],
  [{ force_auto_reconn_enabled: true }, { reconnect: true, reconnectFixed: true }],
  [{ auto_reconn_enabled: false }, { reconnect: false, reconnectFixed: true }],
])('whether a lost connection is made again is asked where the profile leaves it open: %j', (session, wanted) => {
  expect(rdpPrompt(definitionWith(session), 0)).toMatchObject(wanted);
});

test('a session that is gone asks for everything', () => {
  expect(rdpPrompt({}, 3)).toMatchObject({ host: '', user: '', hostFixed: false });
});
