import { readMachine } from '@berth/contract/api/machines';
import type { RemoteMode, RemoteMonitor } from '@berth/contract/device/remote';
import type { MachineId } from '@berth/contract/ids';
import { ApiError } from '@berth/web/data/api-error.ts';
import { useSubmit } from '@berth/web/data/use-submit.ts';
import { useTexts } from '@berth/web/i18n/store.ts';
import type { Words } from '@berth/web/i18n/texts.ts';
import { paths } from '@berth/web/paths/paths.ts';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link, useParams } from 'react-router';
import { read } from '../../data/query.ts';
import { Notice, type NoticeTone } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { upgradeRequired } from '../dialogs/upgrade-required.tsx';
import { useMay } from '../organizations/queries.ts';
import { pathOfList } from '../parts/list-memory.ts';
import { Clipboard } from './clipboard.tsx';
import { ScreenView } from './screen-view.tsx';
import { isOpen, openRemote, type RemotePhase, type RemoteSession } from './session.ts';
import { ShellPanels } from './shell/shell-panels.tsx';
import { StartForm } from './start-form.tsx';
import { Toolbar } from './toolbar.tsx';

const TONES: Partial<Record<RemotePhase, NoticeTone>> = {
  denied: 'warn',
  busy: 'warn',
  unable: 'warn',
  absent: 'warn',
  crashed: 'bad',
  cut: 'bad',
  'not-the-machine': 'bad',
};

/** A machine's screen: asks for the reason first, then shows what its user allows. */
export function Component(): ReactNode {
  const texts = useTexts();
  const { t } = texts;
  const id = useParams().machineId as MachineId;
  const { data } = useQuery(read(readMachine, { params: { id } }));
  const name = data?.name ?? '';
  const frame = useRef<HTMLElement>(null);
  const target = useRef<HTMLDivElement>(null);
  const session = useRef<RemoteSession>(undefined);
  const [mode, setMode] = useState<RemoteMode>('control');
  const [state, setState] = useState<{ readonly phase: RemotePhase; readonly by: string }>();
  const [monitor, setMonitor] = useState<RemoteMonitor>();
  const [clipboard, setClipboard] = useState<string>();
  const { busy, error, submit } = useSubmit(errorWordsOf);
  const phase = state?.phase;
  const mayShell = useMay('machine.shell');
  useEffect(() => () => session.current?.end(), []);

  async function connect(reason: string, shell: boolean): Promise<void> {
    if (!target.current) return;
    setMonitor(undefined);
    try {
      session.current = await openRemote({
        machine: id,
        reason,
        mode,
        shell,
        target: target.current,
        onPhase: (next, by) => setState({ phase: next, by }),
        onClipboard: setClipboard,
      });
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'upgrade-required')) throw error;
      await upgradeRequired();
    }
  }

  return (
    <Page
      wide
      title={t('remote.title')}
      breadcrumb={
        <>
          <Link to={pathOfList(paths.machines())}>{t('console.machines.title')}</Link> /{' '}
          <Link to={paths.machine(id)}>{name}</Link>
        </>
      }
    >
      {error !== undefined && <Notice tone="bad">{error}</Notice>}
      {state && phase !== 'active' && (
        <Notice tone={TONES[state.phase] ?? 'info'}>
          {t(`remote.phase.${state.phase}`, { machine: name, by: state.by })}
        </Notice>
      )}
      {!isOpen(phase) && (
        <StartForm
          mode={mode}
          setMode={setMode}
          busy={busy}
          mayShell={mayShell}
          onSubmit={(...asked) => submit(() => connect(...asked))}
        />
      )}
      {isOpen(phase) && (
        <Toolbar
          mode={mode}
          monitor={monitor}
          setMonitor={setMonitor}
          session={session.current}
          isActive={phase === 'active'}
          target={frame}
        />
      )}
      {phase === 'active' && session.current?.isShellForbidden() && (
        <Notice tone="warn">{t('remote.shell.forbidden', { machine: name })}</Notice>
      )}
      <ScreenView
        frame={frame}
        target={target}
        monitor={monitor}
        label={t('remote.screen', { machine: name })}
        isShown={phase === 'active'}
      />
      {phase === 'active' && <ShellPanels shell={session.current?.shell() ?? null} />}
      {phase === 'active' && mode === 'control' && <Clipboard session={session.current} fetched={clipboard} />}
    </Page>
  );
}

function errorWordsOf(error: unknown): Words | undefined {
  const code = error instanceof ApiError ? error.code : undefined;
  if (code === 'machine-offline') return ({ t }) => t('remote.offline');
  return code === 'shell-not-allowed' ? ({ t }) => t('remote.shell.refused') : undefined;
}
