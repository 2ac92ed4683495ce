import { changeSwitches, type OrganizationSwitches, readSwitches } from '@berth/contract/api/organization-settings';
import type { OrganizationId } from '@berth/contract/ids';
import { Switch } from '@mantine/core';
import '@mantine/core/styles/Switch.layer.css';
import { call } from '@berth/web/data/call.ts';
import { useBusy } from '@berth/web/data/use-submit.ts';
import { useTexts } from '@berth/web/i18n/store.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { queryClient, read } from '../../data/query.ts';
import { Panel } from '../../ui/page.tsx';
import { confirm } from '../dialogs/confirm.tsx';
import { showError } from '../dialogs/show-error.tsx';
import { offerUndo } from '../parts/undo.ts';
import { useMay } from './queries.ts';

/** The organization's security settings; empty while loading. */
export function SwitchesPanel({ id }: { readonly id: OrganizationId }): ReactNode {
  const { t } = useTexts();
  const mayChange = useMay('organization.write');
  const query = read(readSwitches, { params: { id } });
  const { data } = useQuery(query);
  const [busy, during] = useBusy();
  if (!data) return null;
  const change = async (next: OrganizationSwitches) => {
    if (next.shellCommands && !(await confirmShell())) return;
    await during(async () => {
      const after = await call(changeSwitches, { params: { id }, body: next });
      queryClient.setQueryData(query.queryKey, after);
      offerUndo(({ t }) => t('members.switches.saved'), {
        action: changeSwitches.id,
        targetId: id,
        before: data,
        after,
      });
    }).catch(showError);
  };
  return (
    <Panel title={t('members.switches')}>
      <Switch
        label={t('members.shell')}
        description={t('members.shell.description')}
        checked={data.shellCommands}
        disabled={!mayChange || busy}
        onChange={(event) => void change({ shellCommands: event.currentTarget.checked })}
      />
    </Panel>
  );
}

function confirmShell(): Promise<boolean> {
  return confirm(({ t }) => ({
    title: t('members.shell.title'),
    message: t('members.shell.message'),
    yes: t('members.shell.allow'),
    danger: true,
  }));
}
