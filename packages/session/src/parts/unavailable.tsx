import { useTexts } from '@berth/web/i18n/store.ts';
import { navigate } from '../navigation.ts';
import { HOME_PATH } from '../paths.ts';
import { Button } from './button.tsx';
import { Page } from './page.tsx';

/** A screen that this machine cannot show, with a link back. */
export default function Unavailable() {
  const { t } = useTexts();
  return (
    <Page title={t('screens.notHere.title')}>
      <p>{t('screens.notHere.text')}</p>
      <Button kind="primary" autoFocus onClick={() => navigate(HOME_PATH, 'replace')}>
        {t('screens.notHere.back')}
      </Button>
    </Page>
  );
}
