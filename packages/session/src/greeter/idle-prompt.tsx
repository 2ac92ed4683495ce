import { useTexts } from '@berth/web/i18n/store.ts';
import { Dialog } from '@berth/web/ui/dialog.tsx';
import { Button } from '../parts/button.tsx';
import { useSessionState } from '../state/session.ts';

/** Asks an idle user whether they are still there; the agent notices any input. */
export default function IdlePrompt() {
  const { t } = useTexts();
  const seconds = useSessionState(({ login }) => login?.endsIn ?? 0);
  const stay = () => {};
  return (
    <Dialog
      title={t('greeter.stay.title')}
      onClose={stay}
      actions={
        <Button kind="primary" autoFocus onClick={stay}>
          {t('greeter.stay.button')}
        </Button>
      }
    >
      <p>{t('greeter.stay.text', { seconds })}</p>
    </Dialog>
  );
}
