import { useLayoutEffect, useRef, useState } from 'react';
import { useTexts } from '../../i18n/store.ts';
import { Button } from '../parts/button.tsx';
import { type Box, cardPlace, type Size } from './place.ts';
import styles from './tour.module.css';

/** Spec chapter 2, Home Screen tour. What a step points at carries its name in `data-tour`. */
const STEPS = [
  { name: 'intro', target: undefined },
  { name: 'parts', target: undefined },
  { name: 'apps', target: 'apps' },
  { name: 'info', target: 'info' },
  { name: 'statusBar', target: 'status-bar' },
  { name: 'profile', target: 'profile' },
  { name: 'machineId', target: 'machine-id' },
  { name: 'network', target: 'network' },
  { name: 'end', target: undefined },
] as const;

/** Shows a person around the home screen, one part after the other. */
export default function Tour({ onEnd }: { onEnd: () => void }) {
  const { t } = useTexts();
  const [number, setNumber] = useState(0);
  const dialog = useRef<HTMLDialogElement>(null);
  const step = STEPS[number] ?? STEPS[0];
  const place = useTarget(step.target);
  const last = number === STEPS.length - 1;

  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);

  return (
    <dialog ref={dialog} className={styles.tour} aria-label={t('screens.tour.title')} onClose={onEnd}>
      {place && <div className={styles.light} style={{ ...place.box }} />}
      <div
        className={place ? styles.card : `${styles.card} ${styles.middle}`}
        style={place && cardPlace(place.box, place.screen)}
      >
        <h2 className={styles.title} aria-live="polite">
          {t(`screens.tour.${step.name}.title`)}
        </h2>
        <p>{t(`screens.tour.${step.name}.text`)}</p>
        <div className={styles.actions}>
          <span className={styles.number}>{t('screens.tour.step', { number: number + 1, count: STEPS.length })}</span>
          {number > 0 && <Button onClick={() => setNumber(number - 1)}>{t('common.back')}</Button>}
          <Button kind="primary" autoFocus onClick={() => (last ? onEnd() : setNumber(number + 1))}>
            {t(last ? 'common.finish' : 'common.next')}
          </Button>
        </div>
      </div>
    </dialog>
  );
}

interface Place {
  readonly box: Box;
  readonly screen: Size;
}

/** Where the step's target is; undefined for a step about everything, or a part that this profile does not show. */
function useTarget(name: string | undefined): Place | undefined {
  const [place, setPlace] = useState<Place>();
  useLayoutEffect(() => {
    const find = () => setPlace(placeOf(document.querySelector(`[data-tour="${name}"]`)));
    find();
    addEventListener('resize', find);
    return () => removeEventListener('resize', find);
  }, [name]);
  return place;
}

/** In the pixels of the page, which the profile's scaling makes larger than the window's. */
function placeOf(target: Element | null): Place | undefined {
  if (!target) return undefined;
  const zoom = Number(document.documentElement.style.getPropertyValue('zoom')) || 1;
  const { left, top, width, height } = target.getBoundingClientRect();
  return {
    box: { left: left / zoom, top: top / zoom, width: width / zoom, height: height / zoom },
    screen: { width: innerWidth / zoom, height: innerHeight / zoom },
  };
}
