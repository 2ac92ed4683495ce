import { type ReactNode, useLayoutEffect, useRef } from 'react';
import styles from './tour-frame.module.css';
import { cardPlace, useTarget } from './use-target.ts';

interface TourFrameProps {
  /** Name of the whole tour. */
  readonly label: string;
  /** The `data-tour` of the step's target; undefined for a step about everything. */
  readonly target: string | undefined;
  readonly title: string;
  readonly text: string;
  /** Step number and total, as text. */
  readonly number: string;
  /** Back, Next, Finish; the arrow keys press those marked `data-back` and `data-next`. */
  readonly actions: ReactNode;
  readonly onEnd: () => void;
}

/** One step of a tour: highlights its target with a card next to it. Esc ends the tour. */
export function TourFrame({ label, target, title, text, number, actions, onEnd }: TourFrameProps): ReactNode {
  const dialog = useRef<HTMLDialogElement>(null);
  const place = useTarget(target);
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  const press = (which: string) => dialog.current?.querySelector<HTMLElement>(which)?.click();
  return (
    <dialog
      ref={dialog}
      className={styles.tour}
      aria-label={label}
      onClose={onEnd}
      onKeyDown={({ key }) => {
        if (key === 'ArrowRight') press('[data-next]');
        if (key === 'ArrowLeft') press('[data-back]');
      }}
    >
      {place && <div className={styles.light} style={{ ...place.box }} />}
      <div
        className={place ? styles.card : `${styles.card} ${styles.middle}`}
        style={place && cardPlace(place.box, place.screen)}
      >
        <h2 className={styles.title} aria-live="polite">
          {title}
        </h2>
        <p>{text}</p>
        <div className={styles.actions}>
          <span className={styles.number}>{number}</span>
          {actions}
        </div>
      </div>
    </dialog>
  );
}
