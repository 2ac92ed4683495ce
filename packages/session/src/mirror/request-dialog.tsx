import { useTexts } from '@berth/web/i18n/store.ts';
import { Button } from '../parts/button.tsx';
import dialog from '../parts/dialog.module.css';
import { Dialog } from '../parts/dialog.tsx';
import type { MirrorHost } from './host.ts';
import type { Request } from './host-state.ts';

/** Asks whether a guest may share their screen here. */
export function RequestDialog({ request, host }: { request: Request; host: MirrorHost }) {
  const { t } = useTexts();
  const isCall = request.wants === 'call';
  const answer = (accepted: boolean) => host.decide(request.key, accepted);
  return (
    <Dialog title={t(isCall ? 'mirror.request.call' : 'mirror.request.title')} onClose={() => answer(false)}>
      <p>{t(isCall ? 'mirror.request.calls' : 'mirror.request.text', { name: request.name })}</p>
      <div className={dialog.buttons}>
        <Button onClick={() => answer(false)}>{t('mirror.request.deny')}</Button>
        <Button kind="primary" data-autofocus onClick={() => answer(true)}>
          {t(isCall ? 'mirror.request.answer' : 'mirror.request.accept')}
        </Button>
      </div>
    </Dialog>
  );
}
