import { describe, expect, it } from 'vitest';
import { AppDefinition } from '../profile/apps.ts';
import { applyDefaults } from '../profile/defaults.ts';
import { instantiate } from './instantiate.ts';

function sessionsOf(url: string, settings: Record<string, string>, more: object = {}) {
  const webapp = [{ display_name: 'Meeting', window_title: 'Meeting', url, ...more }];
  const { template } = applyDefaults(AppDefinition, { build: 1, template: { thinhoc: { sessions: { webapp } } } });
  return instantiate(template, settings);
}

const pattern = '{{PROTOCOL}}://{{SERVER_NAME}}/{{ROOM}}';
const server = { PROTOCOL: 'https', SERVER_NAME: 'meet.example:8443' };

describe('sessions of an app', () => {
  it.each([
    ['a room', { ...server, ROOM: 'board' }, 'https://meet.example:8443/board'],
    ['no room', { ...server, ROOM: '' }, 'https://meet.example:8443/'],
    ['plain http', { ...server, PROTOCOL: 'http', ROOM: 'a' }, 'http://meet.example:8443/a'],
    ['a room of several parts', { ...server, ROOM: 'team/board' }, 'https://meet.example:8443/team/board'],
    ['a room with odd characters', { ...server, ROOM: 'a b?c#d' }, 'https://meet.example:8443/a%20b%3Fc%23d'],
  ])('has the address of %s', (_name, settings, url) => {
    expect(sessionsOf(pattern, settings)).toMatchObject([{ url, display_name: 'Meeting' }]);
  });

  it('is a webapp session like any other', () => {
    expect(sessionsOf('https://office.example/', {})[0]).toEqual({
      display_name: 'Meeting',
      window_title: 'Meeting',
      url: 'https://office.example/',
      hide_app_item_icon: false,
      disablePinchToZoom: false,
      icon: {
        index: 0,
        type: 'symbol',
        symbol: 'app-window',
        symbol_color: '#FFFFFF',
        background_color: '#171799',
      },
    });
  });

  it('fills settings into names, too', () => {
    const [session] = sessionsOf(pattern, { ...server, ROOM: 'board' }, { window_title: 'Room {{ROOM}}' });
    expect(session?.window_title).toBe('Room board');
  });

  it.each([
    ['a setting is missing', pattern, server],
    ['the address would not be one of the web', pattern, { ...server, PROTOCOL: 'javascript:alert(1)//', ROOM: 'x y' }],
  ])('is left out when %s', (_name, url, settings) => {
    expect(sessionsOf(url, settings)).toEqual([undefined]);
  });
});
