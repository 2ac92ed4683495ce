import { useTexts } from '@berth/web/i18n/store.ts';
import { Button } from '../parts/button.tsx';
import dialog from '../parts/dialog.module.css';
import { Dialog } from '../parts/dialog.tsx';
import { useSessionState } from '../state/session.ts';

/** Asks an idle user whether they are still there; the agent notices any input. */
export default function IdlePrompt() {
  const { t } = useTexts();
  const seconds = useSessionState(({ login }) => login?.endsIn ?? 0);
  const stay = () => {};
  return (
    <Dialog title={t('greeter.stay.title')} onClose={stay}>
      <p>{t('greeter.stay.text', { seconds })}</p>
      <div className={dialog.buttons}>
        <Button kind="primary" autoFocus onClick={stay}>
          {t('greeter.stay.button')}
        </Button>
      </div>
    </Dialog>
  );
}
