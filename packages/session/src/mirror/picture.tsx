import { useState } from 'react';
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
