// @vitest-environment happy-dom
import { type MachineDefinition, readMachineDefinition } from '@berth/contract/api/layers';
import type { Machine } from '@berth/contract/api/machines';
import type { LayerId, MachineId, ProfileId } from '@berth/contract/ids';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { MemoryRouter } from 'react-router';
import { expect, it, onTestFinished } from 'vitest';
import { queryKey } from '../../../data/query.ts';
import { WidgetProvider } from '../../../ui/mantine/provider.tsx';
import { WhyPanel } from './why-panel.tsx';

const id = '0'.repeat(32) as MachineId;
const profileId = 'p' as ProfileId;
const layer = 'l' as LayerId;
const by = { tag: null, author: 'ada@example.org', changedAt: '2026-11-24T10:00:00Z', note: null, faults: [] };

const definition: MachineDefinition = {
  profileId,
  definition: {},
  sources: [
    { ...by, id: layer, name: 'Brand', scope: 'organization', revision: 3, note: 'new logo' },
    { ...by, id: 'profile', name: 'Front desk', scope: 'profile', revision: 7 },
  ],
  why: [
    {
      path: '/thinhoc/customization/color_primary',
      pointer: '/thinhoc/customization/color_primary',
      value: '#111111',
      source: layer,
      lockedBy: layer,
      chain: [
        { source: layer, kind: 'value', value: '#111111', lockedBy: null },
        { source: 'profile', kind: 'value', value: '#222222', lockedBy: layer },
      ],
    },
  ],
};

function panel(): HTMLElement {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  client.setQueryData(queryKey(readMachineDefinition, { params: { id }, query: { why: true } }), definition);
  const place = document.createElement('div');
  const root = createRoot(place);
  flushSync(() =>
    root.render(
      <QueryClientProvider client={client}>
        <WidgetProvider>
          <MemoryRouter>
            <WhyPanel machine={{ id, profileId } as Machine} />
          </MemoryRouter>
        </WidgetProvider>
      </QueryClientProvider>,
    ),
  );
  onTestFinished(() => root.unmount());
  return place;
}

it('shows the layers from the top, and for each field its value, its source and what has no effect', () => {
  const place = panel();
  const names = [...place.querySelectorAll('ol > li')].map((row) => row.textContent);
  expect(names[0]).toContain('Front desk');
  expect(names[1]).toContain('Brand');
  const field = place.querySelector('details');
  expect(field?.querySelector('summary')?.textContent).toContain('#111111');
  const chain = [...(field?.querySelectorAll('ol li') ?? [])].map((link) => link.textContent);
  expect(chain.map((text) => /#\d+/.exec(text ?? '')?.[0])).toEqual(['#222222', '#111111']);
});
