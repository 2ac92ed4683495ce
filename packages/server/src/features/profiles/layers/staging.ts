import type { LayerContent } from '@berth/contract/layers/settings';
import { restoredNote } from '@berth/contract/rules/text';
import type { Tx } from '../../../db/connection.ts';
import { ApiError } from '../../../http/api-error.ts';
import type { AuditNote } from '../../../http/audit.ts';
import { noSuchRevision } from '../errors.ts';
import type { Authorship } from '../store.ts';
import { extentOf, openContent } from './content.ts';
import { type LayerAuthor, type LayerDeps, lockForChange, noSuchLayer, saveLayer } from './save.ts';
import {
  addLayerRevision,
  advanceLayer,
  findLayer,
  findLayerRevision,
  isNameOfAnother,
  type LayerKey,
  lockLayers,
} from './store.ts';

/** Creates revisions of layers for rollouts; machines are not notified. */
interface LayerStaging {
  /** Saves a draft as the newest revision. Masks in it stand for the layer's secrets. */
  stage(
    person: LayerAuthor,
    key: LayerKey,
    draft: LayerContent & { readonly name: string },
    authorship: Authorship,
    ifMatch: string | undefined,
  ): Promise<{ readonly from: number; readonly to: number; readonly note: AuditNote }>;
  /**
   * Restores an earlier revision as the newest, even if other layers have changed since: machines leave out layers that
   * break rules. The layer keeps its current name if another one has taken the earlier name.
   */
  restore(tx: Tx, key: LayerKey, revision: number, author: Omit<Authorship, 'note'>): Promise<void>;
}

export function createLayerStaging(deps: Pick<LayerDeps, 'sealer' | 'requireShell'>): LayerStaging {
  return {
    async stage(person, { layerId }, draft, authorship, ifMatch) {
      const before = await lockForChange(person, layerId, ifMatch);
      if (before.row.scope === 'machine') {
        const faults = [{ path: '/scope', rule: 'layer-scope', message: 'must be of the organization or of a tag' }];
        throw new ApiError('invalid-input', 'The layer of one machine cannot be rolled out in groups.', faults);
      }
      const saved = await saveLayer(deps, person, before.key, before, draft, authorship);
      return { from: before.row.revision, to: saved.row.revision, note: saved.note };
    },
    async restore(tx, key, revision, author) {
      await lockLayers(tx, key.organizationId);
      const row = await findLayer(tx, key);
      if (!row) throw noSuchLayer();
      const earlier = await findLayerRevision(tx, key, revision);
      if (!earlier) throw noSuchRevision(revision);
      const extent = extentOf(openContent(deps.sealer, key.organizationId, earlier.content));
      const name = (await isNameOfAnother(tx, key, earlier.name)) ? row.name : earlier.name;
      await advanceLayer(tx, key, { name, ...extent }, author.author);
      const next = { ...row, name, revision: row.revision + 1 };
      await addLayerRevision(tx, next, earlier.content, { ...author, note: restoredNote(revision) });
    },
  };
}
