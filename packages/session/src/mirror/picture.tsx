import type { CallMedia } from '@berth/contract/signaling/mirror-messages';
import { useTexts } from '@berth/web/i18n/store.ts';
import { IconMicrophoneOff, IconVideoOff } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useSession } from '../state/session.ts';
import styles from './picture.module.css';

interface PictureProps {
  readonly stream: MediaStream | null;
  readonly muted: boolean;
  readonly label: string;
  readonly className: string | undefined;
}

/** A live stream with its sound. The previous one stays until the first frame of the next one. */
export function Picture({ stream, muted, label, className }: PictureProps) {
  // Counted, because a stream that is sent again has the same ID.
  const [shown, setShown] = useState({ stream, count: 0 });
  if (stream === null && shown.stream !== null) setShown({ stream, count: shown.count + 1 });
  const isComing = stream !== null && shown.stream !== null && stream !== shown.stream;
  const next = { stream, count: shown.count + (isComing ? 1 : 0) };
  return (isComing ? [shown, next] : [next]).map((each) => (
    <video
      key={each.count}
      ref={(video) => {
        if (video && video.srcObject !== each.stream) video.srcObject = each.stream;
      }}
      {...(each.count > shown.count
        ? { className: styles.coming, 'aria-hidden': true }
        : { className, 'aria-label': label })}
      autoPlay
      playsInline
      muted={muted}
      onLoadedData={() => setShown(each)}
    >
      <track kind="captions" />
    </video>
  ));
}

/** The AirPlay stream, drawn frame by frame. The agent plays its sound. */
export function AirplayPicture({ label, className }: { label: string; className: string | undefined }) {
  const { bridge } = useSession();
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const ending = new AbortController();
    async function draw(jpeg: Blob): Promise<void> {
      const picture = await createImageBitmap(jpeg);
      const surface = canvas.current;
      if (surface) {
        if (surface.width !== picture.width) surface.width = picture.width;
        if (surface.height !== picture.height) surface.height = picture.height;
        surface.getContext('2d')?.drawImage(picture, 0, 0);
      }
      picture.close();
    }
    // It ends with the page, or with the agent, which then reports the end of the stream.
    bridge?.watchPictures(draw, ending.signal).catch(() => {});
    return () => ending.abort();
  }, [bridge]);
  return <canvas ref={canvas} className={className} role="img" aria-label={label} />;
}

/** Over a video that is black, or audio that is silent, on purpose: the name and the reason. */
export function MediaOffNotice({ name, media }: { name: string; media: CallMedia | null }) {
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
