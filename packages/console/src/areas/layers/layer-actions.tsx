import { summarizeMachines } from '@berth/contract/api/fleet';
import {
  createLayer,
  deleteLayer,
  type Layer,
  type LayerSummary,
  listLayers,
  orderLayers,
  readLayer,
} from '@berth/contract/api/layers';
import { startLayerRollout } from '@berth/contract/api/rollouts';
import type { LayerId, MachineId, OrganizationId } from '@berth/contract/ids';
import { DISPLAY_NAME } from '@berth/contract/rules/text';
import { ApiError } from '@berth/web/data/api-error.ts';
import { call } from '@berth/web/data/call.ts';
import { useTexts } from '@berth/web/i18n/store.ts';
import type { Texts } from '@berth/web/i18n/texts.ts';
import { goTo, paths } from '@berth/web/paths/paths.ts';
import { NativeSelect, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { reload } from '../../data/query.ts';
import { flushPendingEdits } from '../../forms/controls/use-edit.ts';
import { FormDialog } from '../dialogs/form-dialog.tsx';
import { waitFor } from '../dialogs/inform.tsx';
import { showError } from '../dialogs/show-error.tsx';
import { openDialog } from '../dialogs/stack.tsx';
import { useDialogForm } from '../dialogs/use-dialog-form.ts';
import { toast } from '../parts/toast.ts';
import { resolveFaults } from '../profiles/faults-dialog.tsx';
import { rememberRollout } from '../rollouts/queries.ts';
import { askForRollout } from '../rollouts/start-dialog.tsx';
import { askLayerImpact } from './layer-impact-dialog.tsx';
import type { LayerDraft } from './use-layer-draft.ts';

const EMPTY = { definition: {}, off: [], locks: [] };

interface CreateDialogProps {
  readonly orgId: OrganizationId;
  readonly close: (created: LayerId | undefined) => void;
}

function CreateDialog({ orgId, close }: CreateDialogProps): ReactNode {
  const { t } = useTexts();
  const form = useDialogForm({
    start: { name: '', scope: 'organization', tag: '' },
    send: async ({ name, scope, tag }) => {
      const place = scope === 'tag' ? { scope: 'tag' as const, tag: tag.trim() } : { scope: 'organization' as const };
      return (await call(createLayer, { params: { orgId }, body: { ...EMPTY, name: name.trim(), ...place } })).id;
    },
    close,
  });
  return (
    <FormDialog form={form} title={t('machines.layers.create')} submit={t('common.create')}>
      <TextInput
        data-autofocus
        label={t('common.name')}
        {...form.text('name')}
        maxLength={DISPLAY_NAME.maxLength}
        autoComplete="off"
      />
      <NativeSelect
        label={t('machines.layers.scope')}
        {...form.text('scope')}
        data={[
          { value: 'organization', label: t('machines.layers.scope.organization') },
          { value: 'tag', label: t('machines.layers.scope.tag') },
        ]}
      />
      {form.values.scope === 'tag' && (
        <TextInput label={t('machines.layers.tag')} {...form.text('tag')} autoComplete="off" spellCheck={false} />
      )}
    </FormDialog>
  );
}

/** Asks for name and place of a layer, creates it without settings, and opens it. */
export async function makeLayer(orgId: OrganizationId): Promise<void> {
  const id = await openDialog<LayerId | undefined>((close) => <CreateDialog orgId={orgId} close={close} />);
  if (id === undefined) return;
  await reload(listLayers);
  goTo(paths.layer(id));
}

/** Creates the layer of one machine, and opens it. */
export async function makeMachineLayer(orgId: OrganizationId, machineId: MachineId, name: string): Promise<void> {
  try {
    const body = { ...EMPTY, name: `${name} (${machineId.slice(0, 6).toUpperCase()})`, scope: 'machine' as const };
    const { id } = await call(createLayer, { params: { orgId }, body: { ...body, machineId } });
    goTo(paths.layer(id));
  } catch (error) {
    await showError(error);
  }
}

/** Deletes a layer, after saying what that changes. @returns whether it is deleted. */
export async function removeLayer(orgId: OrganizationId, { id: layerId, name }: LayerSummary): Promise<boolean> {
  try {
    const ask = ({ t }: Texts) => ({
      title: t('machines.layers.delete.title', { name }),
      yes: t('common.delete'),
      danger: true,
    });
    if (!(await askLayerImpact(orgId, { remove: layerId }, ask, true))) return false;
    await call(deleteLayer, { params: { orgId, layerId } });
    await reload(listLayers);
    return true;
  } catch (error) {
    await showError(error);
    return false;
  }
}

/** Puts a shared layer at another place among those of its scope, after saying what that changes. */
export async function placeLayer(
  orgId: OrganizationId,
  layers: readonly LayerSummary[],
  { id, scope, name }: LayerSummary,
  to: number,
): Promise<void> {
  if (scope === 'machine') return;
  const others = layers.filter((each) => each.scope === scope && each.id !== id).map((each) => each.id);
  if (to < 0 || to > others.length) return;
  const order = others.toSpliced(to, 0, id);
  try {
    const ask = ({ t }: Texts) => ({
      title: t('machines.layers.move.title', { name }),
      yes: t('machines.layers.move'),
    });
    if (await askLayerImpact(orgId, { order }, ask, false)) {
      await call(orderLayers, { params: { orgId }, body: { scope, layers: order } });
    }
  } catch (error) {
    await showError(error);
  }
  await reload(listLayers);
}

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
    await showRefused(error, draft);
  }
}

/** Asks how to roll out a draft, saves it as the newest revision, and opens the page of its rollout. */
export async function rollOutDraft(layer: Layer, draft: LayerDraft): Promise<void> {
  flushPendingEdits();
  const { id: layerId, organizationId: orgId, name, revision } = layer;
  try {
    const machines = await waitFor(({ t }) => t('console.impact.open'), countMachines(layer));
    const rollout = await askForRollout({
      orgId,
      machines,
      send: (wanted) => {
        const body = { ...wanted, name, ...draft.latest() };
        return call(startLayerRollout, { params: { orgId, layerId }, body, ifMatch: revision });
      },
    });
    if (!rollout) return;
    // First, because a page with unsaved changes asks before leaving.
    flushSync(draft.discard);
    await rememberRollout(rollout);
    await reload(readLayer, listLayers);
    goTo(paths.rollout(rollout.id));
  } catch (error) {
    await showRefused(error, draft);
  }
}

/** The machines that a shared layer is for. */
async function countMachines({ organizationId: orgId, tag }: Layer): Promise<number> {
  const query = tag === null ? {} : { filter: JSON.stringify({ where: { tags: tag } }) };
  return (await call(summarizeMachines, { params: { orgId }, query })).total;
}

async function showRefused(error: unknown, draft: LayerDraft): Promise<void> {
  if (!(error instanceof ApiError) || error.code !== 'invalid-profile') return showError(error);
  const faults = error.faults.map((fault) => ({ ...fault, path: fault.path.replace(/^\/definition/, '') }));
  draft.refuse(faults);
  if ((await resolveFaults(faults)) === 'discard') draft.discard();
}
