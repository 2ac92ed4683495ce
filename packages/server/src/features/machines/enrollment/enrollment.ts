import { randomUUID } from 'node:crypto';
import {
  createEnrollmentCode,
  deleteEnrollmentCode,
  type EnrollmentCode,
  enrollMachine,
  listEnrollmentCodes,
} from '@berth/contract/api/enrollment';
import type { EnrollmentCodeId } from '@berth/contract/ids';
import { ENROLLMENT_CODES_MAX } from '@berth/contract/limits';
import { cleanName } from '@berth/contract/rules/text';
import { lockOrganization } from '../../../db/organization-lock.ts';
import { asSystem, enterTenant } from '../../../db/transaction.ts';
import { verifyMachineToken } from '../../../gateway/token.ts';
import { MACHINE_CHANGED, type MachineChanged } from '../../../gateway/topics.ts';
import { ApiError } from '../../../http/api-error.ts';
import { type Route, route } from '../../../http/route.ts';
import { hashCode, hintOf, newCode } from '../../../platform/random-code.ts';
import type { MachineDeps } from '../deps.ts';
import { invalidToken, noSuchProfile, registeredElsewhere } from '../errors.ts';
import { holdProfile } from '../store.ts';
import * as store from './store.ts';
import { type CodeRow, countCodes, deleteCode, insertCode, listCodes } from './store.ts';

export const createEnrollmentCodeRoute = route(createEnrollmentCode, async (call) => {
  const { body, caller, tx, organizationId, audit } = call;
  const { profileId, deployment, tags = [], uses, validHours } = body;
  if (!(await holdProfile(tx, organizationId, profileId))) throw noSuchProfile();
  await lockOrganization(tx, organizationId);
  if ((await countCodes(tx, organizationId)) >= ENROLLMENT_CODES_MAX) {
    const message = `An organization can have at most ${ENROLLMENT_CODES_MAX} valid enrollment codes.`;
    throw new ApiError('too-many-enrollment-codes', message);
  }
  const code = newCode();
  const id = randomUUID() as EnrollmentCodeId;
  const row = await insertCode(tx, organizationId, {
    id,
    hash: hashCode(code),
    hint: hintOf(code),
    profileId,
    deployment,
    tags,
    uses,
    validHours,
    author: caller.email,
  });
  audit({ target: { kind: 'enrollment-code', id }, after: { ...body, hint: row.hint } });
  return { ...present(row), code };
});

export const listEnrollmentCodesRoute = route(listEnrollmentCodes, async ({ tx, organizationId }) => {
  const rows = await listCodes(tx, organizationId);
  return rows.map(present);
});

export const deleteEnrollmentCodeRoute = route(deleteEnrollmentCode, async ({ params, tx, organizationId }) => {
  if (await deleteCode(tx, organizationId, params.codeId)) return null;
  throw new ApiError('not-found', 'Enrollment code not found.');
});

function present(row: CodeRow): EnrollmentCode {
  return {
    id: row.code_id,
    hint: row.hint,
    profileId: row.profile_id,
    deployment: row.deployment,
    tags: [...row.tags],
    usesLeft: row.uses_left,
    expiresAt: row.expires_at,
    createdAt: row.created_at,
    createdBy: row.created_by,
  };
}

export function enrollMachineRoute({ db, bus, nonces, recordWork, refusedVariant }: MachineDeps): Route {
  return route(enrollMachine, async ({ params, body }) => {
    const { id } = params;
    const proven = await verifyMachineToken(body.machineToken, id, nonces);
    if (!proven) throw invalidToken();
    const machine = { id, publicKey: proven.publicKey, name: body.name === undefined ? null : cleanName(body.name) };
    const productHash = body.productId === undefined ? null : hashCode(body.productId);
    const enrolled = await asSystem(db, async (tx) => {
      const found = await store.enrollMachine(tx, machine, hashCode(body.code), productHash);
      if (!found) throw new ApiError('invalid-code', 'The enrollment code is unknown, used up, or expired.');
      if (found.refused) throw refusedVariant(found.refused);
      if (!found.registered) throw registeredElsewhere();
      const { organizationId, profileId, codeId } = found;
      await enterTenant(tx, organizationId, undefined);
      await recordWork(tx, organizationId, {
        action: enrollMachine.id,
        actor: { kind: 'machine', name: id },
        target: { kind: 'machine', id },
        after: { profileId, codeId },
      });
      return found;
    });
    const { organizationId, profileId } = enrolled;
    bus.publish(MACHINE_CHANGED, { organizationId, machineId: id } satisfies MachineChanged);
    return { organizationId, profileId };
  });
}
