import { summarizeMachines } from '@berth/contract/api/fleet';
import { listRevisions, type ProfileRevision, readRevision, restoreRevision } from '@berth/contract/api/profiles';
import type { Rollout } from '@berth/contract/api/rollouts';
import { restoredRevision } from '@berth/contract/rules/text';
import { ApiError } from '@berth/web/data/api-error.ts';
import { call } from '@berth/web/data/call.ts';
import { useTexts } from '@berth/web/i18n/store.ts';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { read } from '../../data/query.ts';
import { Panel } from '../../ui/page.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { confirm } from '../dialogs/confirm.tsx';
import { waitFor } from '../dialogs/inform.tsx';
import { showError } from '../dialogs/show-error.tsx';
import { useMay } from '../organizations/queries.ts';
import { LoadError } from '../parts/loading.tsx';
import { personName } from '../parts/person-name.ts';
import { offerUndo } from '../parts/undo.ts';
import { useRolloutUnderWay } from '../rollouts/queries.ts';
import { resolveConflict, rollOutDraft } from './conflict.tsx';
import { Differences } from './differences.tsx';
import styles from './history-panel.module.css';
import { type Draft, remember } from './use-draft.ts';

const SHOWN = 100;

/** Every revision of a profile with its author and changes, and a restore button. */
export function HistoryPanel({ draft }: { readonly draft: Draft }): ReactNode {
  const { t } = useTexts();
  const { id, organizationId } = draft.base;
  const { data, error, refetch } = useQuery(read(listRevisions, { params: { id }, query: { limit: SHOWN } }));
  const rollout = useRolloutUnderWay(organizationId, { profileId: id });
  return (
    <Panel title={t('console.history.title')} flush>
      {error && !data && <LoadError error={error} retry={() => void refetch()} />}
      {!data && !error && (
        <div className={styles.padded} aria-busy="true">
          <SkeletonLines count={4} />
        </div>
      )}
      {data && (
        <ol className={styles.list}>
          {data.map((revision) => (
            <RevisionRow
              key={revision.revision}
              revision={revision}
              draft={draft}
              standing={standingOf(revision, draft, rollout)}
              isLocked={rollout !== undefined}
            />
          ))}
        </ol>
      )}
    </Panel>
  );
}

/** During a rollout machines show two revisions: the previous one is current until the last group is done. */
function standingOf(
  { revision }: ProfileRevision,
  { base }: Draft,
  rollout: Rollout | undefined,
): 'current' | 'rollingOut' | undefined {
  if (revision === rollout?.toRevision) return 'rollingOut';
  return revision === (rollout?.fromRevision ?? base.revision) ? 'current' : undefined;
}

interface RevisionRowProps {
  readonly revision: ProfileRevision;
  readonly draft: Draft;
  readonly standing: ReturnType<typeof standingOf>;
  /** During a rollout no revision can be restored, as the notice above says. */
  readonly isLocked: boolean;
}

function RevisionRow({ revision, draft, standing, isLocked }: RevisionRowProps): ReactNode {
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
        {revision.revision > 1 && (
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

/** Restores an earlier revision in stages. */
async function stage({ revision }: ProfileRevision, draft: Draft): Promise<void> {
  try {
    const { definition, name } = await call(readRevision, { params: { id: draft.base.id, revision } });
    await rollOutDraft(draft, definition, name);
  } catch (error) {
    await showError(error);
  }
}

async function restore({ revision }: ProfileRevision, draft: Draft): Promise<void> {
  const machines = await countMachines(draft).catch(() => 0);
  const sure = await confirm(({ t }) => ({
    title: t('console.history.restore.title', { revision }),
    message: [
      t(draft.isChanged ? 'console.history.restore.unsaved' : 'console.history.restore.message'),
      ...(machines === 0 ? [] : [t('console.history.restore.machines', { count: machines })]),
    ].join(' '),
    yes: t('console.history.restore'),
  }));
  if (!sure) return;
  const { id, revision: replaced } = draft.base;
  try {
    const restoring = call(restoreRevision, { params: { id, revision }, ifMatch: replaced });
    const restored = await waitFor(({ t }) => t('console.history.restoring', { revision }), restoring);
    draft.rebase(restored, false);
    await remember(restored);
    offerUndo(({ t }) => t('console.save.done', { revision: restored.revision }), {
      action: restoreRevision.id,
      targetId: restored.id,
      before: { revision: replaced },
      after: { revision: restored.revision },
    });
  } catch (error) {
    if (error instanceof ApiError && error.code === 'revision-conflict') await resolveConflict(draft);
    else await showError(error);
  }
}

/** The number of machines with the profile; if unknown, the question is asked anyway. */
async function countMachines({ base: { id, organizationId } }: Draft): Promise<number> {
  const query = { filter: JSON.stringify({ where: { profileId: id } }) };
  return (await call(summarizeMachines, { params: { orgId: organizationId }, query })).total;
}
