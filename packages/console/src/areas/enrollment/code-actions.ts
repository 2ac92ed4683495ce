import {
  createEnrollmentCode,
  deleteEnrollmentCode,
  type EnrollmentCode,
  listEnrollmentCodes,
} from '@berth/contract/api/enrollment';
import type { OrganizationId } from '@berth/contract/ids';
import { call } from '@berth/web/data/call.ts';
import { queryClient, queryKey } from '../../data/query.ts';
import { confirm } from '../dialogs/confirm.tsx';
import { showError } from '../dialogs/show-error.tsx';
import { toast } from '../parts/toast.ts';
import { askForCode, showCode } from './code-dialog.tsx';

/** Creates a code and shows it, once. */
export async function makeCode(orgId: OrganizationId): Promise<void> {
  const made = await askForCode(orgId, (body) => call(createEnrollmentCode, { params: { orgId }, body }));
  await refresh();
  if (made) await showCode(made.code);
}

/** Revokes a code. */
export async function revokeCode(orgId: OrganizationId, { id: codeId, hint }: EnrollmentCode): Promise<void> {
  const sure = await confirm(({ t }) => ({
    title: t('machines.enrollment.revoke.title', { hint }),
    message: t('machines.enrollment.revoke.message'),
    yes: t('machines.enrollment.revoke'),
    no: t('common.cancel'),
    danger: true,
  }));
  if (!sure) return;
  try {
    await call(deleteEnrollmentCode, { params: { orgId, codeId } });
    toast(({ t }) => t('machines.enrollment.revoked'));
  } catch (error) {
    await showError(error);
  }
  await refresh();
}

function refresh(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: queryKey(listEnrollmentCodes) });
}
