import type { DisplaysState } from '@berth/contract/bridge/settings';
import { MONITOR_ARRANGEMENTS, MONITOR_ROTATIONS } from '@berth/contract/rules/monitors';
import { useTexts } from '@berth/web/i18n/store.ts';
import { useEffect, useState } from 'react';
import { Choices } from '../parts/choices.tsx';
import { ErrorText, Select } from '../parts/field.tsx';
import { useSession } from '../state/session.ts';
import styles from './settings.module.css';

type Change = Partial<Pick<DisplaysState, 'arrangement' | 'rotation'>>;

/** Arrangement and rotation of the monitors, where the profile leaves them to the machine. Empty without a screen. */
export function DisplaysSection() {
  const { t } = useTexts();
  const { bridge } = useSession();
  const [displays, setDisplays] = useState<DisplaysState>();
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    bridge?.call('get_displays', {}).then(setDisplays, () => {});
  }, [bridge]);
  if (!displays || displays.monitors.length === 0) return null;
  const { monitors, arrangement, rotation, fixed } = displays;

  async function change(wanted: Change): Promise<void> {
    try {
      setDisplays(await bridge?.call('change_displays', wanted));
      setFailed(false);
    } catch {
      setFailed(true);
    }
  }

  const sizes = monitors.map(({ width, height }) => `${width} × ${height}`).join(', ');
  return (
    <section className={styles.section}>
      <h2 className={styles.heading}>{t('screens.displays.title')}</h2>
      <p className={styles.muted}>{t('screens.displays.count', { count: monitors.length, sizes })}</p>
      {fixed ? (
        <p className={styles.muted}>{t('screens.timeZone.fixed')}</p>
      ) : (
        <>
          {monitors.length > 1 && (
            <Choices
              label={t('screens.displays.arrangement')}
              name="arrangement"
              columns={2}
              value={arrangement}
              options={MONITOR_ARRANGEMENTS.map((value) => ({
                value,
                label: t(`screens.displays.arrangement.${value}`),
              }))}
              onChange={(value) => void change({ arrangement: value })}
            />
          )}
          <Select
            label={t('screens.displays.rotation')}
            value={rotation}
            options={MONITOR_ROTATIONS.map((value) => ({ value, label: t(`screens.displays.rotation.${value}`) }))}
            onChange={(value) => void change({ rotation: value })}
          />
        </>
      )}
      {failed && <ErrorText>{t('screens.displays.failed')}</ErrorText>}
    </section>
  );
}
