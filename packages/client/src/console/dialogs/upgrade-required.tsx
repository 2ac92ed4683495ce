import { currentTexts } from '../../i18n/store.ts';
import { inform } from './inform.tsx';

/** What stands behind Pro (spec chapter 6): several profiles, power management, remote control. */
export function upgradeRequired(): Promise<void> {
  const { t } = currentTexts();
  return inform(t('console.dialog.upgrade.title'), t('console.dialog.upgrade.message'));
}

/** The organisation has no billing account, or one without payment method and VAT ID (spec chapter 4). */
export function billingNotSetUp(): Promise<void> {
  const { t } = currentTexts();
  return inform(t('console.dialog.billing.title'), t('console.dialog.billing.message'));
}
