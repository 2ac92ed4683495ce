import type { MachineId, OrganizationId, ProfileId } from '@berth/contract/ids';
import type { Deployment } from '@berth/contract/limits';
import { hasValue } from '@berth/contract/profile/machine-values';
import { OrganizationAuth } from '@berth/contract/profile/outside-profile';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../db/connection.ts';
import { inTenant } from '../../db/transaction.ts';
import type { DesiredHead, ProfileReference } from '../../gateway/ports.ts';
import type { SealedDocument, Sealer } from '../../platform/seal.ts';
import { settingsDocument } from '../../platform/settings-document.ts';
import { machineContext } from './machine-context.ts';

const organizationAuth = settingsDocument(OrganizationAuth);

/** The layers of machine `m`; its own layer comes last, above all others. */
const LAYERS = sql`s.layers || array (
    select l.layer_id || ':' || l.revision from layers l
    where l.organization_id = m.organization_id and l.machine_id = m.machine_id and l.scope = 'machine'
  )`;

interface ReferenceRow {
  readonly machine_id: MachineId;
  readonly profile_id: ProfileId | null;
  readonly revision: number | null;
  readonly is_held: boolean;
  readonly layers: readonly string[];
}

interface HeadRow extends ReferenceRow {
  readonly organization_name: string;
  readonly auth: SealedDocument;
  readonly name: string;
  readonly tags: readonly string[];
  readonly deployment: Deployment;
  readonly context: SealedDocument;
  readonly context_revision: number;
  readonly commands_wait: boolean;
  readonly audit_sequence: number | null;
  readonly audit_hash: Buffer | null;
}

/** The desired state of machines without their profiles' contents, for the gateway. */
export function loadHeads(
  db: Database,
  sealer: Sealer,
  organizationId: OrganizationId,
  machineIds: readonly MachineId[],
): Promise<Map<MachineId, DesiredHead>> {
  return inTenant(db, { organizationId }, async (tx) => {
    const { rows } = await sql<HeadRow>`
      ${askedAndShared(organizationId, machineIds)}
      select o.name as organization_name, o.auth, m.machine_id, m.name, m.tags, m.deployment, m.context, m.context_revision,
        m.profile_id, coalesce(m.held_revision, p.revision) as revision, m.held_revision is not null as is_held,
        ${LAYERS} as layers,
        exists (
          select from commands c where c.organization_id = m.organization_id and c.machine_id = m.machine_id
            and (c.state = 'queued' or (c.state = 'delivered' and c.accepted_at is null))
        ) as commands_wait,
        h.sequence as audit_sequence, h.hash as audit_hash
      from asked m
      join shared s on s.tags = m.tags and s.released_layers = m.released_layers
      join organizations o on o.organization_id = m.organization_id
      left join profiles p on p.organization_id = m.organization_id and p.profile_id = m.profile_id
      left join audit_heads h on h.chain_id = m.organization_id`.execute(tx);
    // The same for all rows.
    const auth = rows[0] && organizationAuth.open(sealer, organizationId, rows[0].auth);
    return new Map(
      rows.map((row) => [
        row.machine_id,
        {
          settings: {
            organizationId,
            organizationName: row.organization_name,
            machineName: row.name,
            ...(row.tags.some(hasValue) && { tags: row.tags.filter(hasValue) }),
            deployment: row.deployment,
            contextRevision: row.context_revision,
            context: machineContext.open(sealer, organizationId, row.context),
            ...(auth && { auth }),
          },
          profile: toReference(row),
          commandsWait: row.commands_wait,
          audit:
            row.audit_sequence && row.audit_hash
              ? { sequence: row.audit_sequence, hash: row.audit_hash.toString('hex') }
              : undefined,
        },
      ]),
    );
  });
}

/** The profiles of machines with the layers that apply, null without a profile. */
export function loadReferences(
  db: Database,
  organizationId: OrganizationId,
  machineIds: readonly MachineId[],
): Promise<Map<MachineId, ProfileReference | null>> {
  return inTenant(db, { organizationId }, async (tx) => {
    const { rows } = await sql<ReferenceRow>`
      ${askedAndShared(organizationId, machineIds)}
      select m.machine_id, m.profile_id, coalesce(m.held_revision, p.revision) as revision,
        m.held_revision is not null as is_held, ${LAYERS} as layers
      from asked m
      join shared s on s.tags = m.tags and s.released_layers = m.released_layers
      left join profiles p on p.organization_id = m.organization_id and p.profile_id = m.profile_id`.execute(tx);
    return new Map(rows.map((row) => [row.machine_id, toReference(row)]));
  });
}

/** Computes layers once for all machines with the same tags and released layers, without a machine's own layer. */
function askedAndShared(organizationId: OrganizationId, machineIds: readonly MachineId[]): RawBuilder<unknown> {
  return sql`
    with asked as materialized (
      select organization_id, machine_id, name, deployment, context, context_revision, profile_id, held_revision, tags,
        released_layers
      from machines where organization_id = ${organizationId} and machine_id = any (${machineIds}::text[])
    ), shared as materialized (
      select tags, released_layers, layers_of_machine(${organizationId}, '', tags, released_layers) as layers
      from (select distinct tags, released_layers from asked) as t
    )`;
}

function toReference({ profile_id: id, revision, is_held: isHeld, layers }: ReferenceRow): ProfileReference | null {
  return id && revision ? { id, revision, isHeld, layers } : null;
}
