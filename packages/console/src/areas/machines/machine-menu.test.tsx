// @vitest-environment happy-dom
import type { Machine } from '@berth/contract/api/machines';
import type { MachineId, OrganizationId } from '@berth/contract/ids';
import { startTexts } from '@berth/web/i18n/store.ts';
import { answerTexts } from '@berth/web/testing/browser.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, useState } from 'react';
import { expect, it, vi } from 'vitest';
import { activateOrganization } from '../../data/active-organization.ts';
import { queryClient } from '../../data/query.ts';
import { showConsolePart } from '../../testing/console-part.tsx';
import { MENUS_ID } from '../../ui/page.tsx';
import { organizationsQuery } from '../organizations/queries.ts';
import { MachineMenu } from './machine-menu.tsx';

const orgId = 'b2f7f0b6-4b52-4e5e-9d53-30d2f7a8d0c1' as OrganizationId;
const machine = (id: string, name: string) =>
  ({ id: id as MachineId, name, online: true, deployment: 'vanilla' }) as Machine;

/** The menu of a machine's row, open; `show` replaces the machine. */
async function openMenu(first: Machine) {
  vi.stubGlobal('fetch', answerTexts);
  await startTexts(['console', 'machines']);
  activateOrganization(orgId);
  queryClient.setQueryData([...organizationsQuery.queryKey], [{ id: orgId, role: 'owner', mgmtTier: 'pro' }]);
  let show = (_: Machine): void => {};
  function Row() {
    const [shown, setShown] = useState(first);
    show = setShown;
    return <MachineMenu machine={shown} />;
  }
  const page = await showConsolePart(
    <QueryClientProvider client={queryClient}>
      <div id={MENUS_ID} />
      <Row />
    </QueryClientProvider>,
  );
  const button = () => page.querySelector<HTMLButtonElement>('button[aria-label]');
  act(() => button()?.click());
  await vi.waitFor(() => expect(button()?.getAttribute('aria-expanded')).toBe('true'));
  return { page, button, show: (next: Machine) => show(next) };
}

it('an open menu closes once its row shows another machine', async () => {
  const { button, show } = await openMenu(machine('1', 'Ward'));
  act(() => show(machine('2', 'Front desk')));
  expect(button()?.getAttribute('aria-label')).toContain('Front desk');
  expect(button()?.getAttribute('aria-expanded')).not.toBe('true');
  act(() => show(machine('1', 'Ward')));
  expect(button()?.getAttribute('aria-expanded')).not.toBe('true');
});

it.each([
  [true, ['Aufwecken']],
  [
    false,
    ['Fernsteuern', 'Shell-Befehl ausführen', 'Neu starten', 'Herunterfahren', 'Auf Werkseinstellungen zurücksetzen'],
  ],
])('a menu offers only what a machine can do: online %j', async (online, disabled) => {
  const { page } = await openMenu({ ...machine('1', 'Ward'), online });
  const items = await vi.waitFor(() => {
    const found = [...page.ownerDocument.querySelectorAll<HTMLButtonElement>('[role=menuitem]')];
    expect(found.length).toBeGreaterThan(0);
    return found;
  });
  expect(items.filter((item) => item.disabled).map((item) => item.textContent)).toEqual(disabled);
});
