import { useTexts } from '@berth/web/i18n/store.ts';
import type { ReactNode } from 'react';
import { Status } from '../../ui/status.tsx';
import { ProgressBar } from './progress-bar.tsx';
import styles from './rollouts.module.css';
import { countsText, GROUP_TONES, type Group, groupName, groupWish, sizeOf } from './words.ts';

/** One group of a rollout: which machines, how far they are, and since when. */
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
