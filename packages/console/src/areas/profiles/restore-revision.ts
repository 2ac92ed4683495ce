import { summarizeMachines } from '@berth/contract/api/fleet';
import { type ProfileRevision, readRevision, restoreRevision } from '@berth/contract/api/profiles';
import { ApiError } from '@berth/web/data/api-error.ts';
import { call } from '@berth/web/data/call.ts';
import { confirm } from '../dialogs/confirm.tsx';
import { waitFor } from '../dialogs/inform.tsx';
import { showError } from '../dialogs/show-error.tsx';
import { offerUndo } from '../parts/undo.ts';
import { resolveConflict, rollOutDraft } from './conflict.tsx';
import { type Draft, remember } from './use-draft.ts';

/** Restores an earlier revision in stages. */
export async function stage({ revision }: ProfileRevision, draft: Draft): Promise<void> {
  try {
    const { definition, name } = await call(readRevision, { params: { id: draft.base.id, revision } });
    await rollOutDraft(draft, definition, name);
  } catch (error) {
    await showError(error);
  }
}

/** Saves an earlier revision as the newest, once the user confirms. */
export async function restore({ revision }: ProfileRevision, draft: Draft): Promise<void> {
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
