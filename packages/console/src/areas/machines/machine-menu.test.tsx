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

it('an open menu closes once its row shows another machine', async () => {
  vi.stubGlobal('fetch', answerTexts);
  await startTexts(['console', 'machines']);
  activateOrganization(orgId);
  queryClient.setQueryData([...organizationsQuery.queryKey], [{ id: orgId, role: 'owner', mgmtTier: 'pro' }]);
  let show = (_: Machine): void => {};
  function Row() {
    const [shown, setShown] = useState(machine('1', 'Ward'));
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
  act(() => show(machine('2', 'Front desk')));
  expect(button()?.getAttribute('aria-label')).toContain('Front desk');
  expect(button()?.getAttribute('aria-expanded')).not.toBe('true');
  act(() => show(machine('1', 'Ward')));
  expect(button()?.getAttribute('aria-expanded')).not.toBe('true');
});
