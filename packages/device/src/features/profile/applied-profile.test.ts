import type { Desired } from '@berth/contract/device/messages';
import type { MachineId, OrganizationId, ProfileId } from '@berth/contract/ids';
import { expect, it } from 'vitest';
import { applyProfile } from './applied-profile.ts';

const ID = '0b8fa61c2d3e4f50718293a4b5c6d7e8' as MachineId;
const icon = { type: 'symbol', symbol: 'world' };
const webapp = (url: string) => ({ display_name: 'Sign', window_title: 'Sign', url, icon });

function desired(urls: readonly string[]): Desired {
  const definition = { thinhoc: { sessions: { webapp: urls.map(webapp) } } };
  return {
    organizationId: 'o' as OrganizationId,
    organizationName: 'Office',
    machineName: 'Desk 1',
    deployment: 'vanilla',
    contextRevision: 0,
    context: {},
    profile: { id: 'p' as ProfileId, name: 'Signs', revision: 1, definition },
  };
}
const urlsOf = (state: Desired) => applyProfile(state, ID)?.definition.thinhoc.sessions.webapp.map(({ url }) => url);

it('shows the machine’s own values, and others after its name or tags have changed', () => {
  const state = desired(['https://signs.example/?room={{tag:room}}&desk={{name}}']);
  const first = { ...state, tags: ['room:B12'] };
  expect(urlsOf(first)).toEqual(['https://signs.example/?room=B12&desk=Desk%201']);
  expect(urlsOf({ ...first, tags: ['room:C1'] })).toEqual(['https://signs.example/?room=C1&desk=Desk%201']);
  expect(urlsOf({ ...first, machineName: 'Sign' })).toEqual(['https://signs.example/?room=B12&desk=Sign']);
});

it('keeps a profile without placeholders when the machine’s name or tags change, so that nothing starts again', () => {
  const state = desired(['https://signs.example/']);
  const applied = applyProfile(state, ID);
  expect(applyProfile({ ...state, machineName: 'Sign', tags: ['room:C1'] }, ID)).toBe(applied);
});

it('reports values that are missing, and keeps all apps at their positions', () => {
  const state = desired(['https://{{tag:site}}/', 'https://b.example/{{tag:room}}', 'https://c.example/']);
  const applied = applyProfile(state, ID);
  expect(urlsOf(state)).toEqual(['https://{{tag:site}}/', 'https://b.example/', 'https://c.example/']);
  expect(applied?.faults).toBe(
    '/thinhoc/sessions/webapp/0/url has no value for {{tag:site}}; ' +
      '/thinhoc/sessions/webapp/0/url does not fit this machine; ' +
      '/thinhoc/sessions/webapp/1/url has no value for {{tag:room}}',
  );
});
