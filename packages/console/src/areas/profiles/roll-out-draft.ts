import { ApiError } from '@berth/web/data/api-error.ts';
import { goTo } from '@berth/web/paths/paths.ts';
import { flushSync } from 'react-dom';
import { showError } from '../dialogs/show-error.tsx';
import { rollOut } from '../rollouts/start.ts';
import { resolveConflict } from './conflict.tsx';
import { type Definition, type Draft, remember } from './use-draft.ts';

/** Rolls out a definition to the profile's machines group by group, and opens its page. */
export async function rollOutDraft(draft: Draft, definition: Definition, name?: string): Promise<void> {
  try {
    const started = await rollOut({ base: draft.base, definition, ...(name === undefined ? {} : { name }) });
    if (!started) return;
    // Synchronously: a page with unsaved changes would ask before leaving.
    flushSync(() => draft.latest().rebase(started.profile, false));
    await remember(started.profile);
    goTo(started.address);
  } catch (error) {
    if (error instanceof ApiError && error.code === 'invalid-profile') draft.refuse(error.faults);
    if (error instanceof ApiError && error.code === 'revision-conflict') await resolveConflict(draft);
    else await showError(error);
  }
}
