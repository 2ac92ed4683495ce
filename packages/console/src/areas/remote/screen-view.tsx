import type { RemoteMonitor } from '@berth/contract/device/remote';
import { type ReactNode, type RefObject, useEffect } from 'react';
import styles from './remote.module.css';

interface ScreenViewProps {
  readonly label: string;
  readonly isShown: boolean;
  /** The element that becomes full screen. */
  readonly frame: RefObject<HTMLElement | null>;
  /** The element in which noVNC draws. */
  readonly target: RefObject<HTMLDivElement | null>;
  /** Shows only this part of the screen; undefined for all of it. */
  readonly monitor: RemoteMonitor | undefined;
}

/** The machine's screen, or one monitor of it. */
export function ScreenView({ label, isShown, frame, target, monitor }: ScreenViewProps): ReactNode {
  useEffect(() => {
    const adjust = () => {
      if (frame.current && target.current) place(target.current, frame.current, monitor);
    };
    adjust();
    const watch = new ResizeObserver(adjust);
    if (frame.current) watch.observe(frame.current);
    return () => watch.disconnect();
  }, [frame, target, monitor]);
  return (
    <section ref={frame} className={isShown ? styles.screen : styles.hidden} aria-label={label}>
      <div ref={target} className={styles.picture} />
    </section>
  );
}

/**
 * noVNC scales the whole screen to its element: the element is enlarged until one monitor fills the frame, and the rest
 * is clipped. So pointer positions stay correct.
 */
function place(target: HTMLElement, frame: HTMLElement, monitor: RemoteMonitor | undefined): void {
  const canvas = target.querySelector('canvas');
  if (!monitor || !canvas) {
    target.removeAttribute('style');
    return;
  }
  const { x, y, width, height } = monitor;
  const scale = Math.min(frame.clientWidth / width, frame.clientHeight / height);
  const [right, bottom] = [canvas.width - x - width, canvas.height - y - height];
  const [left, top] = [(frame.clientWidth - width * scale) / 2, (frame.clientHeight - height * scale) / 2];
  Object.assign(target.style, {
    width: `${canvas.width * scale}px`,
    height: `${canvas.height * scale}px`,
    translate: `${left - x * scale}px ${top - y * scale}px`,
    clipPath: `inset(${y * scale}px ${right * scale}px ${bottom * scale}px ${x * scale}px)`,
  });
}
