// @vitest-environment happy-dom
import { defaultDefinition } from '@berth/contract/profile/defaults';
import { startTexts } from '@berth/web/i18n/store.ts';
import { answerTexts } from '@berth/web/testing/browser.ts';
import { act } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { showConsolePart } from '../../../testing/console-part.tsx';
import type { Draft } from '../use-draft.ts';
import Preview, { inTheme, SCREENS, scaleToFit } from './preview.tsx';

beforeEach(async () => {
  vi.stubGlobal('fetch', answerTexts);
  vi.stubGlobal('requestIdleCallback', (run: () => void) => run());
  vi.stubGlobal('cancelIdleCallback', () => {});
  // The test's browser does not load frames, and logs an error.
  vi.spyOn(console, 'error').mockImplementation(() => {});
  localStorage.setItem('locale', JSON.stringify({ language: 'eng' }));
  await startTexts(['console']);
});

it('shows what machines of the variant show: without apps that are off, and what needs them', async () => {
  const definition = defaultDefinition();
  const { apps, sessions, customization } = definition.thinhoc;
  apps.enabled.push('thinhoc::whiteboard', 'thinhoc::mirroring');
  apps.instances['thinhoc::mirroring'] = { enabled: false, settings: {} };
  sessions.rdp.push({ display_name: 'Desk' } as (typeof sessions.rdp)[number]);
  customization.dashboard.layouts.push({ name: 'Menu', layout: [] });
  const base = { id: 'a', name: 'Office', revision: 1, deployment: 'vanilla' };
  const page = await showConsolePart(<Preview draft={{ base, definition, faults: [] } as unknown as Draft} />);
  const inner = { postMessage: vi.fn() };
  Object.defineProperty(page.querySelector('iframe'), 'contentWindow', { value: inner });
  const ready = new MessageEvent('message', { data: { type: 'berth-preview-ready' }, origin: location.origin });
  Object.defineProperty(ready, 'source', { value: inner });
  await act(async () => void dispatchEvent(ready));
  expect(inner.postMessage).toHaveBeenCalledOnce();
  expect(inner.postMessage.mock.calls[0]?.[0]).toMatchObject({
    profile: {
      definition: {
        thinhoc: {
          apps: { enabled: ['thinhoc::whiteboard'] },
          sessions: { rdp: [] },
          customization: { dashboard: { layouts: [] } },
        },
      },
    },
  });
});

describe('a previewed screen', () => {
  it.each(SCREENS)('of $width x $height fits into its place', (screen) => {
    const scale = scaleToFit(screen, { width: 800, height: 400 });
    expect(screen.width * scale).toBeLessThanOrEqual(800);
    expect(screen.height * scale).toBeLessThanOrEqual(400);
  });

  it('is never enlarged', () =>
    expect(scaleToFit({ width: 1280, height: 1024 }, { width: 5000, height: 5000 })).toBe(1));
});

describe('a preview theme', () => {
  const definition = defaultDefinition();

  it('changes nothing but the theme', () => {
    const { system, ...rest } = definition;
    const light = { ...system, customization: { ...system.customization, 'global-dark-theme': false } };
    expect(inTheme(definition, 'light')).toEqual({ ...rest, system: light });
  });

  it('defaults to the profile’s own', () => expect(inTheme(definition, 'profile')).toBe(definition));
});
