import type { CallMedia } from '@berth/contract/signaling/mirror-messages';
import { useTexts } from '@berth/web/i18n/store.ts';
import { IconMicrophoneOff, IconVideoOff } from '@tabler/icons-react';
import styles from './unseen.module.css';

/** Over a video that is black, or audio that is silent, on purpose: the name and the reason. */
export function Unseen({ name, media }: { name: string; media: CallMedia | null }) {
  const { t } = useTexts();
  if (!media || (media.camera === 'on' && media.microphone === 'on')) return null;
  return (
    <div className={media.camera === 'on' ? styles.unheard : styles.unseen} role="status">
      {media.camera !== 'on' && (
        <>
          <IconVideoOff size={48} aria-hidden />
          <p className={styles.name}>{name}</p>
          <p>{t(`mirror.call.theirs.camera.${media.camera}`)}</p>
        </>
      )}
      {media.microphone !== 'on' && (
        <p className={styles.line}>
          <IconMicrophoneOff size={20} aria-hidden />
          {t(`mirror.call.theirs.microphone.${media.microphone}`)}
        </p>
      )}
    </div>
  );
}
