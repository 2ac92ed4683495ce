import { useCallback } from 'react';

interface PictureProps {
  readonly stream: MediaStream | null;
  readonly muted: boolean;
  readonly label: string;
  readonly className: string | undefined;
}

/** A live picture with its sound. */
export function Picture({ stream, muted, label, className }: PictureProps) {
  const play = useCallback(
    (video: HTMLVideoElement | null) => {
      if (video && video.srcObject !== stream) video.srcObject = stream;
    },
    [stream],
  );
  return (
    <video ref={play} className={className} autoPlay playsInline muted={muted} aria-label={label}>
      <track kind="captions" />
    </video>
  );
}
