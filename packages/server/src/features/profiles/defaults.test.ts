import { changeProfile } from '@berth/contract/api/profiles';
import { valueAt } from '@berth/contract/testing/rule-table';
import { DEFAULTS, SPARSE_DEFINITION } from '@berth/contract/testing/samples';
import { describe, expect, it } from 'vitest';
import { createTenant, profileOf } from '../../testing/fleet.ts';
import { sharedServer } from '../../testing/server.ts';

const server = await sharedServer();
const tenant = await createTenant(server);

/** The defaults of spec chapter 9, as the API returns them. */
describe('an empty profile', () => {
  it.each(DEFAULTS)('has the default of %s', async (pointer, value) => {
    expect(valueAt((await profileOf(server, tenant)).definition, pointer)).toEqual(value);
  });
});

describe('a minimal entry', () => {
  const entries = async () => {
    const { owner, profileId } = tenant;
    const body = { definition: SPARSE_DEFINITION };
    const saved = await server.call(changeProfile, { params: { id: profileId }, token: owner.token, body });
    expect(saved.status).toBe(200);
    return (await profileOf(server, tenant)).definition;
  };

  it('has a white icon on a dark blue tile', async () => {
    const icon = valueAt(await entries(), '/thinhoc/sessions/webapp/0/icon');
    expect(icon).toMatchObject({ type: 'symbol', symbol_color: '#FFFFFF', background_color: '#171799' });
  });

  it('has one adblock list and five search engines, the default one among them', async () => {
    const browser = Object(valueAt(await entries(), '/thinhoc/sessions/webbrowser/0'));
    expect(browser.content_filter_lists).toEqual(['https://easylist.to/easylist/easylist.txt']);
    const names = browser.search_engine_providers.map(({ name }: { name: string }) => name);
    expect(names).toEqual(['DuckDuckGo', 'Google', 'Bing', 'Startpage', 'Ecosia']);
    expect(browser.default_search_engine).toBe('DuckDuckGo');
  });

  it('has a video conference over HTTPS on a public host, without a room', async () => {
    const settings = valueAt(await entries(), '/thinhoc/apps/instances/thinhoc::video-conference/settings');
    expect(settings).toEqual({ PROTOCOL: 'https', SERVER_NAME: 'meet.jit.si', ROOM: '' });
  });
});
