import { shortId } from '@berth/contract/rules/names';
import { useTexts } from '@berth/web/i18n/store.ts';
import { Suspense, useState } from 'react';
import { lazyScreen } from '../navigation.ts';
import { useMinute } from '../parts/use-minute.ts';
import { useCustomization, useSessionState } from '../state/session.ts';
import { Glyph } from '../ui/glyph.tsx';
import { Indicators } from './indicators.tsx';
import type { PanelName } from './panels.tsx';
import styles from './status-bar.module.css';

/** Loaded on first use: not needed for the first paint. */
const LiveViewChip = lazyScreen(() => import('../live-view/live-view-chip.tsx'), 'screens');
const Panels = lazyScreen(() => import('./panels.tsx'), 'screens');

/** Status Bar: profile, machine, its state and network, the time (spec chapter 1). */
export function StatusBar() {
  const { t } = useTexts();
  const [panel, setPanel] = useState<PanelName>();
  const profile = useSessionState((state) => state.profile?.name);
  const machineId = useSessionState(({ config, userConfig }) => config?.machine_id ?? userConfig?.last_machine_id);
  const machineName = useSessionState(({ config }) => config?.machine_name);
  const layout = useSessionState(({ keyboard }) => keyboard?.layout);
  const hasLiveView = useSessionState(({ liveView }) => liveView?.enabled === true);
  const customization = useCustomization();
  const guestNetwork = customization?.wifi_hint.ssid;
  const toggle = (wanted: PanelName) => setPanel(panel === wanted ? undefined : wanted);
  const close = () => setPanel(undefined);
  return (
    <section
      className={customization?.hide_status_bar_by_default ? `${styles.bar} ${styles.tucked}` : styles.bar}
      aria-label={t('session.statusBar')}
      data-tour="status-bar"
    >
      <p className={styles.profile} title={profile} data-tour="profile">
        <Glyph name="stack-2" />
        <span className="visually-hidden">{t('session.profile')}</span>
        <span className={styles.name}>{profile ?? t('session.noProfile')}</span>
      </p>
      {machineId && (
        <button
          type="button"
          className={styles.part}
          data-tour="machine-id"
          aria-expanded={panel === 'machine'}
          onClick={() => toggle('machine')}
        >
          <Glyph name="device-desktop" />
          <span className="visually-hidden">{t('session.machineId')}</span>
          <span className={styles.id}>{shortId(machineId)}</span>
          {/* A machine without a name is shown by its ID. */}
          {machineName && machineName !== shortId(machineId) && <span className={styles.machine}>{machineName}</span>}
        </button>
      )}
      <MachineStatus />
      <span className={styles.gap} />
      {guestNetwork && (
        <button
          type="button"
          className={styles.part}
          aria-label={guestNetwork}
          aria-expanded={panel === 'wifi'}
          onClick={() => toggle('wifi')}
        >
          <Glyph name="wifi" />
          <span className={styles.network}>{guestNetwork}</span>
        </button>
      )}
      <Suspense>
        {hasLiveView && (
          <LiveViewChip className={styles.part} isOpen={panel === 'live-view'} onToggle={() => toggle('live-view')} />
        )}
      </Suspense>
      <Indicators isOpen={panel === 'connection'} onToggle={() => toggle('connection')} />
      {(!customization || customization.audioControllersInStatusBar) && (
        <button
          type="button"
          className={styles.part}
          aria-label={t('session.audio')}
          aria-expanded={panel === 'audio'}
          onClick={() => toggle('audio')}
        >
          <Glyph name="volume" />
        </button>
      )}
      {layout && (
        <button
          type="button"
          className={styles.part}
          aria-expanded={panel === 'keyboard'}
          onClick={() => toggle('keyboard')}
        >
          <Glyph name="keyboard" />
          <span className="visually-hidden">{t('session.keyboard')}</span>
          {layout}
        </button>
      )}
      <Clock />
      <button
        type="button"
        className={styles.part}
        aria-label={t('session.menu')}
        aria-expanded={panel === 'menu'}
        onClick={() => toggle('menu')}
      >
        <Glyph name="menu-2" size={22} />
      </button>
      <Suspense>{panel && <Panels open={panel} onClose={close} />}</Suspense>
    </section>
  );
}

function Clock() {
  const { time } = useTexts();
  const zone = useSessionState(({ config }) => config?.time_zone);
  const now = useMinute().toISOString();
  return (
    <time className={styles.clock} dateTime={now}>
      {time(now, zone)}
    </time>
  );
}

/** Shows installations and a required reboot; nothing in normal operation (spec chapter 4). */
export function MachineStatus() {
  const { t, percent } = useTexts();
  const status = useSessionState((state) => state.status.status);
  const message = useSessionState((state) => state.status.message);
  const done = shareOf(message);
  return (
    <p className={styles.status} role="status" title={message || undefined}>
      {status !== 'normal' && (
        <>
          <Glyph name={status === 'updating' ? 'rotate-clockwise-2' : 'refresh'} />
          <span className={styles.words}>{t(`session.status.${status}`)}</span>
          <span>{done !== undefined && percent(done)}</span>
        </>
      )}
    </p>
  );
}

// The progress of an update, if the agent reports it. apt's text is not translated; the number is enough.
function shareOf(message: string): number | undefined {
  const [, percent] = /(\d+) %$/.exec(message) ?? [];
  return percent === undefined ? undefined : Number(percent) / 100;
}
