import { useTexts } from '@berth/web/i18n/store.ts';
import type { ReactNode } from 'react';
import { Status } from '../../ui/status.tsx';
import styles from './rollouts.module.css';
import { countsText, GROUP_TONES, type Group, groupName, groupWish, SHOWN_STATES, sizeOf } from './words.ts';

/** One group of a rollout: its machines, their progress, its times. */
export function GroupRow({ group }: { readonly group: Group }): ReactNode {
  const texts = useTexts();
  const { t, dateTime } = texts;
  const { name, state, startedAt, finishedAt } = group;
  const times = [
    ...(name === '' ? [] : [groupWish(group, t)]),
    t('rollouts.group.size', { count: sizeOf(group) }),
    ...(startedAt === null ? [] : [t('rollouts.group.began', { time: dateTime(startedAt) })]),
    ...(finishedAt === null ? [] : [t('rollouts.group.ended', { time: dateTime(finishedAt) })]),
  ];
  return (
    <li className={styles.group}>
      <div className={styles.head}>
        <h3 className={styles.name}>{groupName(group, texts)}</h3>
        <Status tone={GROUP_TONES[state]}>{t(`rollouts.group.${state}`)}</Status>
      </div>
      <p className={styles.muted}>{times.join(' · ')}</p>
      <ProgressBar machines={group.machines} />
      <p className={styles.counts}>{countsText(group, texts)}</p>
    </li>
  );
}

/** The progress of machines as a bar of their states; the same stands beside it in words. */
export function ProgressBar({ machines }: Pick<Group, 'machines'>): ReactNode {
  const texts = useTexts();
  return (
    <div className={styles.bar} role="img" aria-label={countsText({ machines }, texts)}>
      {SHOWN_STATES.filter((state) => machines[state] > 0).map((state) => (
        <span key={state} data-state={state} style={{ flexGrow: machines[state] }} />
      ))}
    </div>
  );
}
