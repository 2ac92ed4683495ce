import { useTexts } from '@berth/web/i18n/store.ts';
import { TourFrame } from '@berth/web/ui/tour/tour-frame.tsx';
import { useState } from 'react';
import { Button } from '../parts/button.tsx';

/** Spec chapter 2, Home Screen tour. A step's target carries its name in `data-tour`. */
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

/** Guides a user around the home screen, part by part. */
export default function Tour({ onEnd }: { onEnd: () => void }) {
  const { t } = useTexts();
  const [number, setNumber] = useState(0);
  const step = STEPS[number] ?? STEPS[0];
  const last = number === STEPS.length - 1;
  return (
    <TourFrame
      label={t('screens.tour.title')}
      target={step.target}
      title={t(`screens.tour.${step.name}.title`)}
      text={t(`screens.tour.${step.name}.text`)}
      number={t('screens.tour.step', { number: number + 1, count: STEPS.length })}
      onEnd={onEnd}
      actions={
        <>
          <Button disabled={number === 0} onClick={() => setNumber(number - 1)}>
            {t('common.back')}
          </Button>
          <Button kind="primary" autoFocus onClick={() => (last ? onEnd() : setNumber(number + 1))}>
            {t(last ? 'common.finish' : 'common.next')}
          </Button>
        </>
      }
    />
  );
}
