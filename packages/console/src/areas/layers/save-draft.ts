import { summarizeMachines } from '@berth/contract/api/fleet';
import { type Layer, listLayers, readLayer } from '@berth/contract/api/layers';
import { startLayerRollout } from '@berth/contract/api/rollouts';
import { ApiError } from '@berth/web/data/api-error.ts';
import { call } from '@berth/web/data/call.ts';
import type { Texts } from '@berth/web/i18n/texts.ts';
import { goTo, paths } from '@berth/web/paths/paths.ts';
import { flushSync } from 'react-dom';
import { reload } from '../../data/query.ts';
import { flushPendingEdits } from '../../forms/controls/use-edit.ts';
import { isPatched } from '../../lib/merge-patch.ts';
import { waitFor } from '../dialogs/inform.tsx';
import { showError } from '../dialogs/show-error.tsx';
import { askConflict } from '../parts/conflict-dialog.tsx';
import { toast } from '../parts/toast.ts';
import { resolveFaults } from '../profiles/faults-dialog.tsx';
import { rememberRollout } from '../rollouts/queries.ts';
import { askForRollout } from '../rollouts/start-dialog.tsx';
import { askLayerImpact } from './layer-impact-dialog.tsx';
import type { LayerDraft } from './use-layer-draft.ts';

/** Saves a draft, after saying what it changes. A fault is shown, and marked in the forms. */
export async function saveDraft(layer: Layer, draft: LayerDraft): Promise<void> {
  flushPendingEdits();
  const { id, scope, tag, machineId, organizationId: orgId, name } = layer;
  const place = { id, scope, ...(tag !== null && { tag }), ...(machineId !== null && { machineId }) };
  try {
    const ask = ({ t }: Texts) => ({ title: t('machines.layers.save.title', { name }), yes: t('common.save') });
    if (!(await askLayerImpact(orgId, { layer: { ...place, ...draft.latest() } }, ask, false))) return;
    await draft.save();
    toast(({ t }) => t('machines.layers.saved'));
  } catch (error) {
    await showRefused(error, layer, draft);
  }
}

/** Asks how to roll out a draft, saves it as the newest revision, and opens the page of its rollout. */
export async function rollOutDraft(layer: Layer, draft: LayerDraft): Promise<void> {
  flushPendingEdits();
  const { id: layerId, organizationId: orgId, name } = layer;
  try {
    const machines = await waitFor(({ t }) => t('console.impact.open'), countMachines(layer));
    const rollout = await askForRollout({
      orgId,
      machines,
      send: (wanted) => {
        const body = { ...wanted, name, ...draft.latest() };
        return call(startLayerRollout, { params: { orgId, layerId }, body, ifMatch: draft.revision });
      },
    });
    if (!rollout) return;
    const saved = await call(readLayer, { params: { orgId, layerId } });
    // First, because a page with unsaved changes asks before leaving.
    flushSync(() => draft.restart(saved));
    await rememberRollout(rollout);
    await reload(listLayers);
    goTo(paths.rollout(rollout.id));
  } catch (error) {
    await showRefused(error, layer, draft);
  }
}

/** The machines that a shared layer is for. */
async function countMachines({ organizationId: orgId, tag }: Layer): Promise<number> {
  const query = tag === null ? {} : { filter: JSON.stringify({ where: { tags: tag } }) };
  return (await call(summarizeMachines, { params: { orgId }, query })).total;
}

async function showRefused(error: unknown, layer: Layer, draft: LayerDraft): Promise<void> {
  if (error instanceof ApiError && error.code === 'revision-conflict') return resolveConflict(layer, draft);
  if (!(error instanceof ApiError) || error.code !== 'invalid-profile') return showError(error);
  const faults = error.faults.map((fault) => ({ ...fault, path: fault.path.replace(/^\/definition/, '') }));
  draft.refuse(faults);
  if ((await resolveFaults(faults)) === 'discard') draft.discard();
}

/** Loads what someone else saved, and asks whose changes to keep. Saves nothing: the result can be reviewed first. */
async function resolveConflict({ id: layerId, organizationId: orgId }: Layer, draft: LayerDraft): Promise<void> {
  try {
    const theirs = await call(readLayer, { params: { orgId, layerId } });
    const { definition, off, locks } = theirs;
    // The reply to an earlier attempt may have been lost.
    const isSaved = isPatched({ definition, off, locks }, draft.unsaved());
    const answer = isSaved ? 'theirs' : await askConflict(theirs);
    if (answer !== undefined) draft.restart(theirs, answer === 'mine-on-top');
  } catch (error) {
    await showError(error);
  }
}
