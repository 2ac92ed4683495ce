import { useTexts } from '@berth/web/i18n/store.ts';
import { Dialog } from '@berth/web/ui/dialog.tsx';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { Button } from '../parts/button.tsx';
import { ErrorText } from '../parts/field.tsx';
import styles from './whiteboard.module.css';

/** Copies the board as an image, to paste into any session: mail, chat, documents. */
export function PictureDialog({ picture, onClose }: { picture: Blob; onClose: () => void }) {
  const { t } = useTexts();
  const [address, setAddress] = useState<string>();
  const [state, setState] = useState<'shown' | 'copied' | 'failed'>('shown');
  useEffect(() => {
    const url = URL.createObjectURL(picture);
    setAddress(url);
    return () => URL.revokeObjectURL(url);
  }, [picture]);

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.write([new ClipboardItem({ [picture.type]: picture })]);
      setState('copied');
    } catch {
      setState('failed');
    }
  }

  return (
    <Dialog
      title={t('whiteboard.picture')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('common.close')}</Button>
          <Button kind="primary" data-autofocus onClick={() => void copy()}>
            {state === 'copied' ? <IconCheck size={20} aria-hidden /> : <IconCopy size={20} aria-hidden />}
            {t('whiteboard.picture.copy')}
          </Button>
        </>
      }
    >
      {address && <img className={styles.picture} src={address} alt={t('whiteboard.picture.alt')} />}
      {state === 'failed' ? (
        <ErrorText>{t('whiteboard.picture.failed')}</ErrorText>
      ) : (
        <p className={styles.hint} role="status">
          {t(state === 'copied' ? 'whiteboard.picture.copied' : 'whiteboard.picture.hint')}
        </p>
      )}
    </Dialog>
  );
}
