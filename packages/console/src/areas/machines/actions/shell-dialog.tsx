import type { Command } from '@berth/contract/api/commands';
import { runShellCommand } from '@berth/contract/api/machine-actions';
import { readSwitches } from '@berth/contract/api/organization-settings';
import type { OrganizationId } from '@berth/contract/ids';
import { call } from '@berth/web/data/call.ts';
import { useBusy } from '@berth/web/data/use-submit.ts';
import { useTexts } from '@berth/web/i18n/store.ts';
import { paths } from '@berth/web/paths/paths.ts';
import { Dialog } from '@berth/web/ui/dialog.tsx';
import { Button, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { activeOrganizationId } from '../../../data/active-organization.ts';
import { read } from '../../../data/query.ts';
import { SkeletonLines } from '../../../ui/skeleton.tsx';
import { showError } from '../../dialogs/show-error.tsx';
import { openDialog } from '../../dialogs/stack.tsx';
import { LoadError } from '../../parts/loading.tsx';
import styles from './actions.module.css';
import { refresh, type Target } from './work.ts';

interface ShellDialogProps {
  readonly target: Target;
  readonly orgId: OrganizationId;
  readonly close: () => void;
}

function ShellDialog({ target, orgId, close }: ShellDialogProps): ReactNode {
  const { t } = useTexts();
  // Someone may have turned the organization's switch on meanwhile.
  const { data, error, refetch } = useQuery({ ...read(readSwitches, { params: { id: orgId } }), staleTime: 0 });
  return (
    <Dialog
      title={t('machines.shell.title', { name: target.name })}
      onClose={close}
      actions={
        <Button variant="default" onClick={close}>
          {t('common.close')}
        </Button>
      }
    >
      {error && !data && <LoadError error={error} retry={() => void refetch()} />}
      {!data && !error && <SkeletonLines count={2} height="36px" />}
      {data?.shellCommands && <Shell target={target} />}
      {data?.shellCommands === false && (
        <>
          <p>{t('machines.shell.off')}</p>
          <p>
            <a href={paths.organization(orgId)}>{t('machines.shell.settings')}</a>
          </p>
        </>
      )}
    </Dialog>
  );
}

/** One command at a time; scrolls to the newest output. */
function Shell({ target }: { readonly target: Target }): ReactNode {
  const { t } = useTexts();
  const [line, setLine] = useState('');
  const [busy, during] = useBusy();
  const [last, setLast] = useState<Command>();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (line.trim() === '' || busy) return;
    await during(async () => {
      const query = { wait: true };
      setLast(await call(runShellCommand, { params: { id: target.id }, query, body: { command: line } }));
    }).catch(showError);
    await refresh(target);
  };
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      <div className={styles.line}>
        <TextInput
          data-autofocus
          className={styles.field}
          classNames={{ input: styles.mono ?? '' }}
          label={t('machines.shell.label')}
          description={t('machines.shell.audit')}
          value={line}
          onChange={(event) => setLine(event.currentTarget.value)}
          autoComplete="off"
          spellCheck={false}
          maxLength={8_192}
        />
        <Button type="submit" loading={busy}>
          {t('machines.shell.run')}
        </Button>
      </div>
      {last && (
        <section aria-label={t('machines.shell.output')} aria-live="polite">
          <p className={styles.state}>{t(`console.commandState.${last.state}`)}</p>
          <Output command={last} />
        </section>
      )}
    </form>
  );
}

function Output({ command }: { readonly command: Command }): ReactNode {
  const { t } = useTexts();
  if (command.finishedAt === null) return <p>{t('machines.shell.pending')}</p>;
  if (!command.result) return <p>{t('machines.shell.silent')}</p>;
  return <pre className={styles.output}>{command.result}</pre>;
}

/** A shell on a machine, if its organization allows it. */
export function openShell(target: Target): Promise<void> {
  const orgId = activeOrganizationId();
  if (orgId === null) return Promise.resolve();
  return openDialog<void>((close) => <ShellDialog target={target} orgId={orgId} close={close} />);
}
