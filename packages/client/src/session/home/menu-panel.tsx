import { IconHome, IconPower, IconRefresh, IconSettings } from '@tabler/icons-react';
import { useState } from 'react';
import { useTexts } from '../../i18n/store.ts';
import { navigate } from '../navigation.ts';
import { Button } from '../parts/button.tsx';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { SETTINGS_PATH } from '../paths.ts';
import { useSession } from '../state/session.ts';
import styles from './menu-panel.module.css';
import { Panel } from './panel.tsx';

type Action = 'reboot' | 'power_off';

/** What a machine's user may do with the machine itself. Restart and shut-down ask first: they close every window. */
export default function MenuPanel({ onClose }: { onClose: () => void }) {
  const { t } = useTexts();
  const { bridge } = useSession();
  const [asked, setAsked] = useState<Action>();
  if (asked) {
    return (
      <ConfirmDialog
        title={t(`screens.${asked}.title`)}
        text={t(`screens.${asked}.text`)}
        confirm={t(`screens.${asked}.confirm`)}
        onConfirm={async () => {
          await bridge?.call(asked, {});
          onClose();
        }}
        onCancel={onClose}
      />
    );
  }
  return (
    <Panel label={t('session.menu')} side="end" onClose={onClose}>
      <div className={styles.entries}>
        <Button className={styles.entry} onClick={() => navigate(SETTINGS_PATH)}>
          <IconSettings size={20} aria-hidden />
          {t('screens.settings.title')}
        </Button>
        {bridge && (
          <>
            <Button className={styles.entry} onClick={() => void bridge.call('show_home', {}).then(onClose, onClose)}>
              <IconHome size={20} aria-hidden />
              {t('screens.showHome')}
            </Button>
            <Button className={styles.entry} onClick={() => setAsked('reboot')}>
              <IconRefresh size={20} aria-hidden />
              {t('screens.reboot.confirm')}
            </Button>
            <Button className={styles.entry} onClick={() => setAsked('power_off')}>
              <IconPower size={20} aria-hidden />
              {t('screens.power_off.confirm')}
            </Button>
          </>
        )}
      </div>
    </Panel>
  );
}
