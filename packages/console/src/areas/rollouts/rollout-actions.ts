import type { QueryOf } from '@berth/contract/api/endpoint';
import { listLayers, readLayer } from '@berth/contract/api/layers';
import { listOrganizationProfiles, listRevisions, readProfile } from '@berth/contract/api/profiles';
import {
  advanceRollout,
  cancelRollout,
  pauseRollout,
  type Rollout,
  readRollout,
  resumeRollout,
} from '@berth/contract/api/rollouts';
import { call } from '@berth/web/data/call.ts';
import { reload } from '../../data/query.ts';
import { confirm } from '../dialogs/confirm.tsx';
import { showError } from '../dialogs/show-error.tsx';
import { rememberRollout } from './queries.ts';
import { countIn } from './words.ts';

type Step = typeof pauseRollout | typeof resumeRollout | typeof advanceRollout | typeof cancelRollout;

/** Runs a step while the buttons wait: the next decision is about what it leads to. */
type During = (work: () => Promise<void>) => Promise<void>;

/** Pauses a rollout: no further group starts until it resumes. */
export function pause(rollout: Rollout, during: During): Promise<void> {
  return during(() => take(pauseRollout, rollout));
}

export function resume(rollout: Rollout, during: During): Promise<void> {
  return during(() => take(resumeRollout, rollout));
}

/** Starts the next group regardless of the thresholds, after a confirmation. */
export async function advance(rollout: Rollout, during: During): Promise<void> {
  const next = rollout.groups.find(({ state }) => state === 'waiting');
  const sure = await confirm(({ t }) => ({
    title: t('rollouts.advance.title'),
    message: next
      ? t('rollouts.advance.message', { count: Object.values(next.machines).reduce((sum, count) => sum + count, 0) })
      : t('rollouts.advance.last'),
    yes: t('rollouts.advance'),
  }));
  // The next group may start by itself meanwhile: then the one after it is not what was confirmed.
  const after = rollout.groups.find(({ state }) => state === 'running')?.position;
  if (sure) await during(() => take(advanceRollout, rollout, after === undefined ? {} : { after }));
}

/** Rolls every machine back to the previous revision, after a confirmation. */
export async function cancel(rollout: Rollout, during: During): Promise<void> {
  const sure = await confirm(({ t }) => ({
    title: t('rollouts.cancel.title'),
    message: t('rollouts.cancel.message', {
      count: countIn(rollout, 'told', 'shown', 'succeeded', 'failed', 'silent'),
      revision: rollout.fromRevision,
    }),
    yes: t('rollouts.cancel'),
    no: t('rollouts.cancel.keep'),
    danger: true,
  }));
  if (sure) await during(() => take(cancelRollout, rollout));
}

async function take(step: Step, rollout: Rollout, query: QueryOf<typeof advanceRollout> = {}): Promise<void> {
  const params = { orgId: rollout.organizationId, rolloutId: rollout.id };
  try {
    await rememberRollout(await call(step, { params, query }));
  } catch (error) {
    await showError(error);
    await reload(readRollout);
  }
  // A step that ends a rollout creates a revision.
  await reload(readProfile, listRevisions, listOrganizationProfiles, readLayer, listLayers);
}
