import { useTexts } from '@berth/web/i18n/store.ts';
import { useCustomization, useSessionState } from '../state/session.ts';
import styles from './shelf.module.css';

/** The organization's logo at the top, if the profile has one. */
export function Logo() {
  const { t } = useTexts();
  const organization = useSessionState(({ config }) => config?.organization_name);
  const logo = useCustomization()?.logo;
  if (logo === undefined) return null;
  return <img className={styles.logo} src={logo} alt={organization ?? t('session.logo')} />;
}
