import { type LayerSummary, listLayers } from '@berth/contract/api/layers';
import type { OrganizationId } from '@berth/contract/ids';
import { layersToSkip } from '@berth/contract/layers/layer-pages';
import { LAYER_ORDER } from '@berth/contract/layers/merge';
import { call } from '@berth/web/data/call.ts';
import { useTexts } from '@berth/web/i18n/store.ts';
import type { Texts } from '@berth/web/i18n/texts.ts';
import { paths } from '@berth/web/paths/paths.ts';
import {
  IconArrowDown,
  IconArrowUp,
  IconGripVertical,
  IconLock,
  IconStack2,
  IconStairsUp,
  IconTrash,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useActiveOrganizationId } from '../../data/active-organization.ts';
import { queryKey } from '../../data/query.ts';
import { useRowPages } from '../../data/row-pages.ts';
import { useDragging } from '../../forms/lists/use-dragging.ts';
import { useMay } from '../organizations/queries.ts';
import { ListPage } from '../parts/list-page.tsx';
import { MoreRows } from '../parts/more-rows.tsx';
import { RowAction, SimpleTable } from '../parts/simple-table.tsx';
import { makeLayer, placeLayer, removeLayer } from './layer-actions.tsx';
import styles from './layers.module.css';

/** The layers of an organization, in the order in which they apply. */
export function Component(): ReactNode {
  const orgId = useActiveOrganizationId();
  return orgId === null ? null : <Layers orgId={orgId} />;
}

function Layers({ orgId }: { readonly orgId: OrganizationId }): ReactNode {
  const { t } = useTexts();
  const mayChange = useMay('profile.write');
  const params = { orgId };
  const list = useRowPages<LayerSummary>({
    queryKey: queryKey(listLayers, { params }),
    read: ({ skip, signal }) => call(listLayers, { params, query: { skip }, signal }),
    next: layersToSkip,
  });
  return (
    <ListPage
      title={t('machines.layers.title')}
      subtitle={t('machines.layers.subtitle')}
      list={list}
      create={mayChange && { label: t('machines.layers.create'), onClick: () => void makeLayer(orgId) }}
      empty={{ icon: IconStack2, title: t('machines.layers.empty'), text: t('machines.layers.empty.text') }}
    >
      {(layers) => (
        <>
          <Table orgId={orgId} layers={layers} mayChange={mayChange} />
          <MoreRows {...list.more} />
        </>
      )}
    </ListPage>
  );
}

interface TableProps {
  readonly orgId: OrganizationId;
  readonly layers: readonly LayerSummary[];
  readonly mayChange: boolean;
}

/** The highest first: what a row says hides what the rows below it say. Dragging a row moves it within its scope. */
function Table({ orgId, layers, mayChange }: TableProps): ReactNode {
  const { t, dateTime } = useTexts();
  const rows = LAYER_ORDER.toReversed().flatMap((scope) => layers.filter((each) => each.scope === scope).toReversed());
  const placeOf = (layer: LayerSummary) =>
    layers.filter((each) => each.scope === layer.scope).findIndex(({ id }) => id === layer.id);
  const place = (layer: LayerSummary, to: number) => void placeLayer(orgId, layers, layer, to);
  const dragging = useDragging((from, to) => {
    const [moved, target] = [rows[from], rows[to]];
    if (moved && target && moved.scope === target.scope) place(moved, placeOf(target));
  });
  return (
    <SimpleTable
      label={t('machines.layers.title')}
      head={[
        t('common.name'),
        t('machines.layers.scope'),
        t('machines.layers.settings'),
        t('machines.layers.changed'),
        '',
      ]}
      rows={rows.map((layer, index) => {
        const mayMove = mayChange && rows.some((each) => each !== layer && each.scope === layer.scope);
        const isMovable = mayMove && layer.scope !== 'machine';
        return {
          id: layer.id,
          ...(isMovable && {
            drag: {
              draggable: dragging.held === index,
              'data-drop': rows[dragging.held ?? -1]?.scope === layer.scope ? dragging.dropAt(index) : undefined,
              onDragStart: dragging.handlers.start,
              onDragOver: (event) => dragging.handlers.over(event, index),
              onDrop: (event) => dragging.handlers.drop(event, index),
              onDragEnd: dragging.handlers.release,
            },
          }),
          cells: [
            <span key="name" className={styles.named}>
              {isMovable && (
                <span
                  className={styles.handle}
                  onPointerDown={() => dragging.handlers.hold(index)}
                  onPointerUp={dragging.handlers.release}
                  aria-hidden
                >
                  <IconGripVertical size={18} stroke={1.75} />
                </span>
              )}
              <Link to={paths.layer(layer.id)}>{layer.name}</Link>
            </span>,
            scopeName(layer, t),
            <span key="settings" className={styles.count}>
              {t('machines.layers.count', { count: layer.settings })}
              {layer.heldRevision !== null && (
                <IconStairsUp size={16} aria-label={t('machines.layers.rollingOut', { revision: layer.revision })} />
              )}
              {layer.lockCount > 0 && <IconLock size={16} aria-label={t('machines.why.locked')} />}
            </span>,
            dateTime(layer.updatedAt),
            mayChange && (
              <span key="actions" className={styles.actions}>
                {isMovable && (
                  <>
                    <RowAction
                      icon={IconArrowUp}
                      label={t('machines.layers.up', { name: layer.name })}
                      onClick={() => place(layer, placeOf(layer) + 1)}
                    />
                    <RowAction
                      icon={IconArrowDown}
                      label={t('machines.layers.down', { name: layer.name })}
                      onClick={() => place(layer, placeOf(layer) - 1)}
                    />
                  </>
                )}
                <RowAction
                  icon={IconTrash}
                  label={t('machines.layers.delete', { name: layer.name })}
                  onClick={() => void removeLayer(orgId, layer)}
                />
              </span>
            ),
          ],
        };
      })}
    />
  );
}

/** The machines that a layer is for. */
export function scopeName({ scope, tag, machineName }: LayerSummary, t: Texts['t']): string {
  if (scope === 'tag') return t('machines.why.tag', { tag: tag ?? '' });
  return scope === 'machine' ? (machineName ?? '') : t('machines.layers.scope.organization');
}
