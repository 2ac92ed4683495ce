import type { RemoteMode, RemoteMonitor } from '@berth/contract/device/remote';
import { Button, NativeSelect, Switch } from '@mantine/core';
import '@mantine/core/styles/Switch.layer.css';
import { useTexts } from '@berth/web/i18n/store.ts';
import { IconMaximize, IconPlayerStop } from '@tabler/icons-react';
import { type ReactNode, type RefObject, useState } from 'react';
import styles from './remote.module.css';
import type { RemoteSession } from './session.ts';

interface ToolbarProps {
  readonly session: RemoteSession | undefined;
  readonly mode: RemoteMode;
  /** Before the screen is connected, it can only be ended. */
  readonly isActive: boolean;
  readonly target: RefObject<HTMLElement | null>;
  /** The monitor shown alone. */
  readonly monitor: RemoteMonitor | undefined;
  readonly setMonitor: (monitor: RemoteMonitor | undefined) => void;
}

/** Actions on the machine's screen. */
export function Toolbar({ session, mode, isActive, target, monitor, setMonitor }: ToolbarProps): ReactNode {
  const { t } = useTexts();
  const [fits, setFits] = useState(true);
  const [watches, setWatches] = useState(false);
  const monitors = session?.monitors() ?? [];

  function scale(wanted: boolean): void {
    const screen = session?.screen();
    if (screen) screen.scaleViewport = wanted;
    setFits(wanted);
  }

  function watch(only: boolean): void {
    const screen = session?.screen();
    if (screen) screen.viewOnly = only;
    setWatches(only);
  }

  return (
    <div className={styles.toolbar} role="toolbar" aria-label={t('remote.tools')}>
      <Button
        color="red"
        leftSection={<IconPlayerStop size={18} stroke={1.5} aria-hidden />}
        onClick={() => session?.end()}
      >
        {t(isActive ? 'remote.end' : 'common.cancel')}
      </Button>
      {isActive && (
        <>
          <Button
            variant="default"
            leftSection={<IconMaximize size={18} stroke={1.5} aria-hidden />}
            onClick={() => void target.current?.requestFullscreen()}
          >
            {t('remote.fullscreen')}
          </Button>
          {mode === 'control' && (
            <Button variant="default" disabled={watches} onClick={() => session?.screen()?.sendCtrlAltDel()}>
              {t('remote.ctrlAltDel')}
            </Button>
          )}
          {monitors.length > 1 && (
            <NativeSelect
              aria-label={t('remote.monitor')}
              value={monitor ? monitors.indexOf(monitor) : ''}
              onChange={({ currentTarget: { value } }) => {
                scale(true);
                setMonitor(value === '' ? undefined : monitors[Number(value)]);
              }}
            >
              <option value="">{t('remote.monitor.all')}</option>
              {monitors.map(({ x, y }, index) => (
                <option key={`${x} ${y}`} value={index}>
                  {t('remote.monitor.one', { number: index + 1 })}
                </option>
              ))}
            </NativeSelect>
          )}
          <Switch
            label={t('remote.fit')}
            checked={fits}
            disabled={monitor !== undefined}
            onChange={({ currentTarget }) => scale(currentTarget.checked)}
          />
          {mode === 'control' && (
            <Switch
              label={t('remote.viewOnly')}
              checked={watches}
              onChange={({ currentTarget }) => watch(currentTarget.checked)}
            />
          )}
        </>
      )}
    </div>
  );
}
