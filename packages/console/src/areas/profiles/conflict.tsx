import { type Profile, readProfile } from '@berth/contract/api/profiles';
import { ApiError } from '@berth/web/data/api-error.ts';
import { call } from '@berth/web/data/call.ts';
import { useTexts } from '@berth/web/i18n/store.ts';
import { goTo } from '@berth/web/paths/paths.ts';
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { isPatched } from '../../lib/merge-patch.ts';
import { Notice } from '../../ui/notice.tsx';
import { showError } from '../dialogs/show-error.tsx';
import { askConflict } from '../parts/conflict-dialog.tsx';
import { personName } from '../parts/person-name.ts';
import { rollOut } from '../rollouts/start.ts';
import { type Definition, type Draft, remember } from './use-draft.ts';

/**
 * Resolves a save by someone else during this draft: loads their revision and asks whose changes to keep. Saves
 * nothing, so that the user can review the result first.
 */
export async function resolveConflict(draft: Draft): Promise<void> {
  try {
    const theirs = await call(readProfile, { params: { id: draft.base.id } });
    // The reply to an earlier attempt may have been lost.
    const isSaved = isPatched(theirs.definition, draft.latest().patch);
    const answer = isSaved ? 'theirs' : await askConflict(theirs);
    if (answer === undefined) return;
    draft.latest().rebase(theirs, answer === 'mine-on-top');
    await remember(theirs);
  } catch (error) {
    await showError(error);
  }
}

/** Warns about a newer revision while the draft has changes. */
export function NewerNotice({ profile, draft }: { readonly profile: Profile; readonly draft: Draft }): ReactNode {
  const { t } = useTexts();
  if (profile.revision <= draft.base.revision || !draft.isChanged) return null;
  return (
    <Notice
      tone="warn"
      action={
        <Button variant="default" size="compact-sm" onClick={() => void resolveConflict(draft)}>
          {t('console.conflict.look')}
        </Button>
      }
    >
      {t('console.conflict.notice', { author: personName(t, profile.updatedBy), revision: profile.revision })}
    </Notice>
  );
}

/** Rolls a definition out to the profile's machines, and opens the rollout's page. */
export async function rollOutDraft(draft: Draft, definition: Definition, name?: string): Promise<void> {
  try {
    const started = await rollOut({ base: draft.base, definition, ...(name === undefined ? {} : { name }) });
    if (!started) return;
    // First, because a page with unsaved changes asks before leaving.
    flushSync(() => draft.latest().rebase(started.profile, false));
    await remember(started.profile);
    goTo(started.address);
  } catch (error) {
    if (error instanceof ApiError && error.code === 'invalid-profile') draft.refuse(error.faults);
    if (error instanceof ApiError && error.code === 'revision-conflict') await resolveConflict(draft);
    else await showError(error);
  }
}
