// @vitest-environment happy-dom
import type { OrganizationId, ProfileId } from '@berth/contract/ids';
import { defaultDefinition } from '@berth/contract/profile/defaults';
import type { ProfileDefinition } from '@berth/contract/profile/definition';
import { startTexts } from '@berth/web/i18n/store.ts';
import { answerTexts } from '@berth/web/testing/browser.ts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { showConsolePart } from '../../../testing/console-part.tsx';
import type { Draft } from '../use-draft.ts';
import Preview, { inTheme, SCREENS, scaleToFit } from './preview.tsx';
import { firstMachineQuery } from './use-filled.ts';

beforeEach(async () => {
  vi.stubGlobal('fetch', answerTexts);
  vi.stubGlobal('requestIdleCallback', (run: () => void) => run());
  vi.stubGlobal('cancelIdleCallback', () => {});
  // The test's browser does not load frames, and logs an error.
  vi.spyOn(console, 'error').mockImplementation(() => {});
  localStorage.setItem('locale', JSON.stringify({ language: 'eng' }));
  await startTexts(['console']);
});

const base = {
  id: 'a' as ProfileId,
  organizationId: 'o' as OrganizationId,
  name: 'Office',
  revision: 1,
  deployment: 'vanilla',
};

/** The page with a preview, and the definition that its frame received. */
async function preview(definition: ProfileDefinition, machines: readonly object[] = []) {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  client.setQueryData(firstMachineQuery(base).queryKey, machines as never);
  const page = await showConsolePart(
    <QueryClientProvider client={client}>
      <Preview draft={{ base, definition, faults: [] } as unknown as Draft} />
    </QueryClientProvider>,
  );
  const inner = { postMessage: vi.fn() };
  Object.defineProperty(page.querySelector('iframe'), 'contentWindow', { value: inner });
  const ready = new MessageEvent('message', { data: { type: 'berth-preview-ready' }, origin: location.origin });
  Object.defineProperty(ready, 'source', { value: inner });
  await act(async () => void dispatchEvent(ready));
  expect(inner.postMessage).toHaveBeenCalledOnce();
  return { page, shown: inner.postMessage.mock.calls[0]?.[0].profile.definition };
}

it.each([
  ['the values of the profile’s first machine', [{ id: 'b', name: 'Corner office', tags: ['room:B12'] }], 'Room B12'],
  ['placeholders if the profile has no machine', [], 'Room {{tag:room}}'],
])('shows %s', async (_what, machines, wanted) => {
  const definition = defaultDefinition();
  const { webapp } = definition.thinhoc.sessions;
  webapp.push({ display_name: 'Room {{tag:room}}' } as (typeof webapp)[number]);
  const { page, shown } = await preview(definition, machines);
  expect(shown.thinhoc.sessions.webapp[0].display_name).toBe(wanted);
  expect(page.querySelector('h2')?.textContent).toBe(machines.length > 0 ? 'Preview of Corner office' : 'Preview');
});

it('shows what machines of the variant show: without apps that are off, and what needs them', async () => {
  const definition = defaultDefinition();
  const { apps, sessions, customization } = definition.thinhoc;
  apps.enabled.push('thinhoc::whiteboard', 'thinhoc::mirroring');
  apps.instances['thinhoc::mirroring'] = { enabled: false, settings: {} };
  sessions.rdp.push({ display_name: 'Desk' } as (typeof sessions.rdp)[number]);
  customization.dashboard.layouts.push({ name: 'Menu', layout: [] });
  const { shown } = await preview(definition);
  expect(shown).toMatchObject({
    thinhoc: {
      apps: { enabled: ['thinhoc::whiteboard'] },
      sessions: { rdp: [] },
      customization: { dashboard: { layouts: [] } },
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
