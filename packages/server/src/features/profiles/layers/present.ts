import type { Layer, LayerSummary } from '@berth/contract/api/layers';
import { maskContent, type SealedContent } from './content.ts';
import type { LayerRow } from './store.ts';

/** A layer without its content. */
export function presentLayerSummary(row: LayerRow): LayerSummary {
  return {
    id: row.layer_id,
    name: row.name,
    organizationId: row.organization_id,
    scope: row.scope,
    tag: row.tag,
    machineId: row.machine_id,
    machineName: row.machine_name,
    position: row.position,
    revision: row.revision,
    heldRevision: row.held_revision,
    settings: row.settings,
    lockCount: row.locks,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    updatedBy: row.updated_by,
  };
}

/** A layer as its editors see it. */
export function presentLayer(row: LayerRow, content: SealedContent): Layer {
  const { definition, off, locks } = maskContent(content);
  return { ...presentLayerSummary(row), definition, off: [...off], locks: [...locks] };
}
