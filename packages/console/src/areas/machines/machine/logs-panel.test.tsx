// @vitest-environment happy-dom
import { type LogEntry, listMachineLogs } from '@berth/contract/api/machines';
import type { MachineId } from '@berth/contract/ids';
import { LOG_ENTRIES_SHOWN } from '@berth/contract/limits';
import { currentTexts } from '@berth/web/i18n/store.ts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { MemoryRouter } from 'react-router';
import { expect, it, onTestFinished } from 'vitest';
import { queryKey } from '../../../data/query.ts';
import { WidgetProvider } from '../../../ui/mantine/provider.tsx';
import { LogsPanel } from './logs-panel.tsx';

const machineId = '0'.repeat(32) as MachineId;

/** The panel with these entries from the server. */
function panelOf(types: readonly LogEntry['type'][]): HTMLElement {
  const client = new QueryClient();
  const query = { count: LOG_ENTRIES_SHOWN, debug: false };
  const entries = types.map((type, index) => ({ id: `${index}`, time: '2026-01-01T10:00:00Z', type, message: 'said' }));
  client.setQueryData(queryKey(listMachineLogs, { params: { id: machineId }, query }), entries);
  // Cached entries need no server.
  client.setDefaultOptions({ queries: { staleTime: Number.POSITIVE_INFINITY } });
  const place = document.createElement('div');
  const root = createRoot(place);
  flushSync(() =>
    root.render(
      <QueryClientProvider client={client}>
        <WidgetProvider>
          <MemoryRouter>
            <LogsPanel machineId={machineId} />
          </MemoryRouter>
        </WidgetProvider>
      </QueryClientProvider>,
    ),
  );
  onTestFinished(() => root.unmount());
  return place;
}

it('links only a missing Azure consent to the page that completes the setup', () => {
  const links = (type: LogEntry['type']) =>
    [...panelOf([type]).querySelectorAll('li a')].map((link) => link.getAttribute('href'));
  expect(links('LOGIN_ERROR_AAD_CONSENT_MISSING')).toEqual(['/manage/authentication']);
  expect(links('LOGIN_FAILURE')).toEqual([]);
});

it('has a name for every type of entry', () => {
  const types = listMachineLogs.reply.items.properties.type.enum;
  const rows = [...panelOf(types).querySelectorAll('li')].map((row) => row.textContent);
  expect(rows).toHaveLength(types.length);
  const { t } = currentTexts();
  for (const [index, type] of types.entries()) expect(rows[index]).toContain(t(`console.log.${type}`));
});
