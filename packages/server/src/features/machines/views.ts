import { randomUUID } from 'node:crypto';
import {
  deleteMachineView,
  listMachineViews,
  MACHINE_VIEWS_MAX,
  type MachineView,
  saveMachineView,
} from '@berth/contract/api/fleet';
import type { MachineViewId, OrganizationId } from '@berth/contract/ids';
import { cleanName } from '@berth/contract/rules/text';
import { sql } from 'kysely';
import type { Tx } from '../../db/connection.ts';
import { lockOrganization } from '../../db/organization-lock.ts';
import { ApiError } from '../../http/api-error.ts';
import { route } from '../../http/route.ts';

export const listMachineViewsRoute = route(listMachineViews, ({ tx, organizationId }) => listViews(tx, organizationId));

export const saveMachineViewRoute = route(saveMachineView, async ({ body, tx, organizationId, audit }) => {
  const name = cleanName(body.name);
  await lockOrganization(tx, organizationId);
  const views = await listViews(tx, organizationId);
  const before = views.find((view) => view.name === name);
  if (!before && views.length >= MACHINE_VIEWS_MAX) {
    throw new ApiError('too-many-machine-views', `An organization may have ${MACHINE_VIEWS_MAX} views: delete one.`);
  }
  const view = await saveView(tx, organizationId, { id: randomUUID() as MachineViewId, name, query: body.query });
  audit({ target: { kind: 'machine-view', id: view.id }, ...(before && { before }), after: view });
  return view;
});

export const deleteMachineViewRoute = route(deleteMachineView, async ({ params, tx, organizationId, audit }) => {
  const before = await deleteView(tx, organizationId, params.viewId);
  if (!before) throw new ApiError('not-found', 'View not found.');
  audit({ before });
  return null;
});

async function listViews(tx: Tx, organizationId: OrganizationId): Promise<MachineView[]> {
  const { rows } = await sql<MachineView>`
    select view_id as id, name, query from machine_views where organization_id = ${organizationId}
    order by name collate natural_order`.execute(tx);
  return rows;
}

/** Saves the view; an existing one of that name keeps its ID. */
async function saveView(
  tx: Tx,
  organizationId: OrganizationId,
  { id, name, query }: MachineView,
): Promise<MachineView> {
  const { rows } = await sql<MachineView>`
    insert into machine_views (organization_id, view_id, name, query) values (${organizationId}, ${id}, ${name}, ${query})
    on conflict (organization_id, name) do update set query = excluded.query
    returning view_id as id, name, query`.execute(tx);
  return rows[0] ?? { id, name, query };
}

async function deleteView(tx: Tx, organizationId: OrganizationId, id: MachineViewId): Promise<MachineView | undefined> {
  const { rows } = await sql<MachineView>`
    delete from machine_views where organization_id = ${organizationId} and view_id = ${id}
    returning view_id as id, name, query`.execute(tx);
  return rows[0];
}
