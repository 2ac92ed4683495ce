import { createLayer, deleteLayer, type LayerSummary, listLayers, orderLayers } from '@berth/contract/api/layers';
import type { LayerId, MachineId, OrganizationId } from '@berth/contract/ids';
import { DISPLAY_NAME } from '@berth/contract/rules/text';
import { call } from '@berth/web/data/call.ts';
import { useTexts } from '@berth/web/i18n/store.ts';
import type { Texts } from '@berth/web/i18n/texts.ts';
import { goTo, paths } from '@berth/web/paths/paths.ts';
import { NativeSelect, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { reload } from '../../data/query.ts';
import { FormDialog } from '../dialogs/form-dialog.tsx';
import { showError } from '../dialogs/show-error.tsx';
import { openDialog } from '../dialogs/stack.tsx';
import { useDialogForm } from '../dialogs/use-dialog-form.ts';
import { toast } from '../parts/toast.ts';
import { askLayerImpact } from './layer-impact-dialog.tsx';

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
    toast(({ t }) => t('console.deleted', { name }));
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
