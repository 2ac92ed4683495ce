import { useTexts } from '@berth/web/i18n/store.ts';
import { goTo, paths } from '@berth/web/paths/paths.ts';
import { TourFrame } from '@berth/web/ui/tour/tour-frame.tsx';
import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';

/** Spec chapter 2, cloud management demo: 7 steps, one of them with a jump. Targets carry their name in `data-tour`. */
const STEPS = [
  { name: 'intro' },
  { name: 'organization', target: 'organization-menu' },
  { name: 'profiles', target: 'console.nav.profiles' },
  { name: 'machines', target: 'console.nav.machines', open: paths.deployment('smartconference') },
  { name: 'members', target: 'console.nav.users' },
  { name: 'credits', target: 'console.nav.billing' },
  { name: 'end' },
] as const satisfies readonly { readonly name: string; readonly target?: string; readonly open?: string }[];

/** Guides a person through the console; a step whose target is missing is shown all the same. */
export default function Tour({ onEnd }: { readonly onEnd: () => void }): ReactNode {
  const { t } = useTexts();
  const [number, setNumber] = useState(0);
  const step = STEPS[number] ?? STEPS[0];
  const isLast = number === STEPS.length - 1;
  const show = (next: number) => {
    const { open } = { open: undefined, ...STEPS[next] };
    if (open !== undefined) goTo(open);
    setNumber(next);
  };
  return (
    <TourFrame
      label={t('palette.tour')}
      target={'target' in step ? step.target : undefined}
      title={t(`palette.tour.${step.name}.title`)}
      text={t(`palette.tour.${step.name}.text`)}
      number={t('palette.tour.step', { number: number + 1, count: STEPS.length })}
      onEnd={onEnd}
      actions={
        <>
          <Button variant="default" data-back disabled={number === 0} onClick={() => show(number - 1)}>
            {t('common.back')}
          </Button>
          <Button autoFocus data-next onClick={() => (isLast ? onEnd() : show(number + 1))}>
            {t(isLast ? 'common.finish' : 'common.next')}
          </Button>
        </>
      }
    />
  );
}
