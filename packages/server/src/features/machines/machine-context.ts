import { changeMachineContext, readMachineContext } from '@berth/contract/api/machines';
import { MachineContext } from '@berth/contract/profile/outside-profile';
import { sql } from 'kysely';
import type { Tx } from '../../db/connection.ts';
import type { MachineKey } from '../../gateway/ports.ts';
import { MACHINE_CHANGED, type MachineChanged } from '../../gateway/topics.ts';
import { ApiError } from '../../http/api-error.ts';
import { type Route, route } from '../../http/route.ts';
import type { SealedDocument } from '../../platform/seal.ts';
import { settingsDocument } from '../../platform/settings-document.ts';
import type { MachineDeps } from './deps.ts';
import { notFound } from './errors.ts';

export const readMachineContextRoute = route(readMachineContext, async ({ params, tx, organizationId, setEtag }) => {
  const context = await findContext(tx, { organizationId, machineId: params.id });
  if (!context) throw notFound();
  setEtag(context.revision);
  return machineContext.mask(context.document);
});

export function changeMachineContextRoute({ bus, sealer }: MachineDeps): Route {
  return route(changeMachineContext, async (call) => {
    const { params, body, ifMatch, tx, organizationId, afterCommit, audit } = call;
    const key = { organizationId, machineId: params.id };
    const before = await lockContext(tx, key);
    if (!before) throw notFound();
    if (ifMatch !== undefined && ifMatch !== String(before.revision)) {
      const message = `Someone else changed the settings. They are now at revision ${before.revision}.`;
      throw new ApiError('revision-conflict', message);
    }
    const { document, faults } = machineContext.next(sealer, organizationId, before.document, body);
    if (faults.length > 0) throw new ApiError('invalid-profile', 'The machine settings are not valid.', faults);
    await saveContext(tx, key, document);
    afterCommit(() => bus.publish(MACHINE_CHANGED, key satisfies MachineChanged));
    audit(machineContext.noteOf(before.document, document));
    call.setEtag(before.revision + 1);
    return machineContext.mask(document);
  });
}

/** Settings of a single machine: empty at first, which means all defaults. */
export const machineContext = settingsDocument(MachineContext);

/** A machine's settings with sealed secrets; the revision increases with every change. */
interface StoredContext {
  readonly document: SealedDocument;
  readonly revision: number;
}

async function findContext(tx: Tx, key: MachineKey): Promise<StoredContext | undefined> {
  const row = await byKey(tx, key).executeTakeFirst();
  return row && { document: row.context as SealedDocument, revision: row.context_revision };
}

/** The same, locked until the end of the transaction. */
async function lockContext(tx: Tx, key: MachineKey): Promise<StoredContext | undefined> {
  const row = await byKey(tx, key).forUpdate().executeTakeFirst();
  return row && { document: row.context as SealedDocument, revision: row.context_revision };
}

async function saveContext(tx: Tx, { organizationId, machineId }: MachineKey, context: SealedDocument): Promise<void> {
  await sql`
    update machines set context = ${JSON.stringify(context)}::jsonb, context_revision = context_revision + 1
    where organization_id = ${organizationId} and machine_id = ${machineId}`.execute(tx);
}

function byKey(tx: Tx, { organizationId, machineId }: MachineKey) {
  return tx
    .selectFrom('machines')
    .select(['context', 'context_revision'])
    .where('organization_id', '=', organizationId)
    .where('machine_id', '=', machineId);
}
