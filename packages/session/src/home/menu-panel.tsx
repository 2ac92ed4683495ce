import { useTexts } from '@berth/web/i18n/store.ts';
import { DialogOpener } from '@berth/web/ui/dialog.tsx';
import {
  IconAccessible,
  IconLogout,
  IconMoon,
  IconPower,
  IconRefresh,
  IconRoute,
  IconSettings,
  IconSun,
} from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { AccessibilityChoices } from '../accessibility/accessibility-panel.tsx';
import { chooseTheme } from '../appearance.ts';
import { navigate } from '../navigation.ts';
import { Button } from '../parts/button.tsx';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { SETTINGS_PATH } from '../paths.ts';
import { useSession, useSessionState } from '../state/session.ts';
import styles from './panel.module.css';
import { Panel } from './panel.tsx';

const Tour = lazy(() => import('../tour/tour.tsx'));

type Action = 'reboot' | 'power_off';

/** A user's actions on the machine itself. Reboot and shutdown ask first: they close every window. */
export function MenuPanel({ onClose }: { onClose: () => void }) {
  const { t } = useTexts();
  const { bridge } = useSession();
  const [asked, setAsked] = useState<Action>();
  const user = useSessionState(({ login }) => login?.user);
  const firstBoot = useSessionState(({ config }) => config?.firstboot === true);
  const [dark, setDark] = useState(() => document.documentElement.dataset.theme === 'dark');
  const [touring, setTouring] = useState(false);
  const [choosing, setChoosing] = useState(false);
  // The entry that is chosen is gone by the time what it opens closes.
  const [opener] = useState(() => (document.activeElement instanceof HTMLElement ? document.activeElement : null));
  if (touring) {
    return (
      <Suspense>
        <Tour onEnd={onClose} />
      </Suspense>
    );
  }
  if (choosing) {
    return (
      <Panel key="choices" label={t('screens.accessibility.title')} side="end" onClose={onClose} opener={opener}>
        <AccessibilityChoices />
      </Panel>
    );
  }
  if (asked) {
    return (
      <DialogOpener value={opener}>
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
      </DialogOpener>
    );
  }
  return (
    <Panel label={t('session.menu')} side="end" onClose={onClose}>
      <div className={styles.entries}>
        {user?.name && <p className={styles.user}>{t('screens.loggedInAs', { name: user.name })}</p>}
        <Button
          className={styles.entry}
          onClick={() => {
            chooseTheme(dark ? 'light' : 'dark');
            setDark(!dark);
          }}
        >
          {dark ? <IconSun size={20} aria-hidden /> : <IconMoon size={20} aria-hidden />}
          {t(dark ? 'screens.theme.toLight' : 'screens.theme.toDark')}
        </Button>
        {bridge && (
          <Button className={styles.entry} onClick={() => setChoosing(true)}>
            <IconAccessible size={20} aria-hidden />
            {t('screens.accessibility.title')}
          </Button>
        )}
        {(user || !bridge) && (
          <>
            <Button className={styles.entry} onClick={() => navigate(SETTINGS_PATH)}>
              <IconSettings size={20} aria-hidden />
              {t('screens.settings.title')}
            </Button>
            <Button className={styles.entry} onClick={() => setTouring(true)}>
              <IconRoute size={20} aria-hidden />
              {t('screens.tour.title')}
            </Button>
          </>
        )}
        {bridge && user && !firstBoot && (
          <Button className={styles.entry} onClick={() => void bridge.call('log_out', {}).catch(() => {})}>
            <IconLogout size={20} aria-hidden />
            {t('screens.logOut')}
          </Button>
        )}
        {bridge && (
          <>
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
