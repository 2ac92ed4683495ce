import type { ProfileRevision } from '@berth/contract/api/profiles';
import { restoredRevision } from '@berth/contract/rules/text';
import { useTexts } from '@berth/web/i18n/store.ts';
import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useMay } from '../organizations/queries.ts';
import { personName } from '../parts/person-name.ts';
import { Differences } from './differences.tsx';
import styles from './history-panel.module.css';
import { restore, stage } from './restore-revision.ts';
import type { Draft } from './use-draft.ts';

/** Which machines show a revision, if any. */
export type Standing = 'current' | 'rollingOut' | undefined;

interface RevisionRowProps {
  readonly revision: ProfileRevision;
  readonly draft: Draft;
  readonly standing: Standing;
  /** During a rollout no revision can be restored, as the notice above says. */
  readonly isLocked: boolean;
  /** There is no earlier one to compare with. */
  readonly isOldest: boolean;
}

/** A revision with its author and note, its changes on demand, and what can be done with it. */
export function RevisionRow({ revision, draft, standing, isLocked, isOldest }: RevisionRowProps): ReactNode {
  const { t, dateTime } = useTexts();
  const restored = restoredRevision(revision.note ?? '');
  const [shown, setShown] = useState<Shown>();
  const mayChange = useMay('profile.write');
  const isNewest = revision.revision === draft.base.revision;
  return (
    <li className={styles.item}>
      <div className={styles.row}>
        <span className={styles.words}>
          <span className={styles.first}>
            {t('console.profile.revision', { revision: revision.revision })}
            {standing && <span className={styles.badge}>{t(`console.history.${standing}`)}</span>}
          </span>
          <span className={styles.second}>
            {dateTime(revision.createdAt)} · {personName(t, revision.author)}
          </span>
          {revision.note !== null && (
            <span>
              {restored === undefined ? revision.note : t('console.history.restored', { revision: restored })}
            </span>
          )}
        </span>
        {!isOldest && (
          <Toggle shows="changes" shown={shown} setShown={setShown}>
            {t('console.history.changes')}
          </Toggle>
        )}
        {!isNewest && standing !== 'current' && (
          <Toggle shows="compared" shown={shown} setShown={setShown}>
            {t('console.history.compare')}
          </Toggle>
        )}
        {mayChange && !isNewest && !isLocked && (
          <>
            <Button variant="subtle" size="compact-sm" onClick={() => void stage(revision, draft)}>
              {t('rollouts.open')}
            </Button>
            <Button variant="default" size="compact-sm" onClick={() => void restore(revision, draft)}>
              {t('console.history.restore')}
            </Button>
          </>
        )}
      </div>
      {shown === 'changes' && (
        <Differences profileId={draft.base.id} from={revision.revision - 1} to={revision.revision} />
      )}
      {shown === 'compared' && (
        <Differences profileId={draft.base.id} from={revision.revision} to={draft.base.revision} />
      )}
    </li>
  );
}

type Shown = 'changes' | 'compared' | undefined;

interface ToggleProps {
  readonly shows: Shown;
  readonly shown: Shown;
  readonly setShown: (shown: Shown) => void;
  readonly children: ReactNode;
}

function Toggle({ shows, shown, setShown, children }: ToggleProps): ReactNode {
  const isOpen = shown === shows;
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      aria-expanded={isOpen}
      onClick={() => setShown(isOpen ? undefined : shows)}
    >
      {children}
    </Button>
  );
}
