import { randomUUID } from 'node:crypto';
import {
  createEnrollmentCode,
  deleteEnrollmentCode,
  type EnrollmentCode,
  listEnrollmentCodes,
} from '@berth/contract/api/enrollment';
import type { EnrollmentCodeId } from '@berth/contract/ids';
import { ApiError } from '../../../http/api-error.ts';
import { route } from '../../../http/route.ts';
import { hashCode, hintOf, newCode } from '../../../platform/random-code.ts';
import { noSuchProfile } from '../errors.ts';
import { holdProfile } from '../store.ts';
import { type CodeRow, deleteCode, insertCode, listCodes } from './store.ts';

export const createEnrollmentCodeRoute = route(createEnrollmentCode, async (call) => {
  const { body, caller, tx, organizationId, audit } = call;
  const { profileId, deployment, tags = [], uses, validHours } = body;
  if (!(await holdProfile(tx, organizationId, profileId))) throw noSuchProfile();
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
  throw new ApiError('not-found', 'There is no such code.');
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
