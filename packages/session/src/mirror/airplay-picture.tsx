import { useEffect, useRef } from 'react';
import { useSession } from '../state/session.ts';

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
