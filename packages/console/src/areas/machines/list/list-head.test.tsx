// @vitest-environment happy-dom
import type { FleetSummary } from '@berth/contract/api/fleet';
import { startTexts } from '@berth/web/i18n/store.ts';
import { answerTexts } from '@berth/web/testing/browser.ts';
import { MemoryRouter } from 'react-router';
import { expect, it, vi } from 'vitest';
import { showConsolePart } from '../../../testing/console-part.tsx';
import { whereOf } from './filter.ts';
import { ListCounts } from './list-head.tsx';
import { filterOf } from './use-machine-view.ts';

/** The condition of the list that a link of the head leads to. */
const whereAt = (link: HTMLAnchorElement | null) => whereOf(filterOf(new URL(link?.href ?? 'x:').searchParams), []);

it('the head counts what the list shows without a filter, and leads to the rest', async () => {
  vi.stubGlobal('fetch', answerTexts);
  localStorage.setItem('locale', JSON.stringify({ language: 'eng' }));
  await startTexts(['console', 'machines']);
  const recent: FleetSummary = { total: 8, online: 6, updating: 0, rebootNeeded: 0, offline: 2 };
  const page = await showConsolePart(
    <MemoryRouter>
      <ListCounts recent={recent} unseen={3} needing={0} />
    </MemoryRouter>,
  );
  const [offline, unseen] = page.querySelectorAll<HTMLAnchorElement>('a');
  expect(page.querySelector('p')?.textContent).toContain('8 machines, 6 online');
  expect(offline?.textContent).toBe('2 offline');
  expect(whereAt(offline ?? null)).toEqual({ and: [{ online: false }, { unseen: false }] });
  expect(unseen?.textContent).toBe('3 offline for 30 days');
  expect(whereAt(unseen ?? null)).toEqual({ unseen: true });
});
