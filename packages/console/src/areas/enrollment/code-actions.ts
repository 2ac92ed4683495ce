import {
  createEnrollmentCode,
  deleteEnrollmentCode,
  type EnrollmentCode,
  listEnrollmentCodes,
} from '@berth/contract/api/enrollment';
import type { OrganizationId } from '@berth/contract/ids';
import { DEPLOYMENT_DEFAULT, OPEN_DEPLOYMENTS } from '@berth/contract/limits';
import { call } from '@berth/web/data/call.ts';
import { queryClient, reload } from '../../data/query.ts';
import { confirm } from '../dialogs/confirm.tsx';
import { showError } from '../dialogs/show-error.tsx';
import { profilesQuery } from '../organizations/queries.ts';
import { toast } from '../parts/toast.ts';
import { askForCode, showCode, showCommands } from './code-dialog.tsx';

/** Creates a code and shows it, once. @returns whether it was created. */
export async function makeCode(orgId: OrganizationId): Promise<boolean> {
  const made = await askForCode(orgId, (body) => call(createEnrollmentCode, { params: { orgId }, body }));
  await reload(listEnrollmentCodes);
  if (made) await showCode(made.code);
  return made !== undefined;
}

/** Creates a code for one machine and shows how this computer becomes that machine. @returns whether it was created. */
export async function setUpHere(orgId: OrganizationId): Promise<boolean> {
  try {
    const [profile] = await queryClient.fetchQuery(profilesQuery(orgId));
    if (!profile) return false;
    const deployment = OPEN_DEPLOYMENTS.find((each) => each === profile.deployment) ?? DEPLOYMENT_DEFAULT;
    const body = { profileId: profile.id, deployment, tags: [], uses: 1, validHours: HERE_HOURS };
    const { code } = await call(createEnrollmentCode, { params: { orgId }, body });
    await reload(listEnrollmentCodes);
    await showCommands(code);
    return true;
  } catch (error) {
    await showError(error);
    return false;
  }
}

const HERE_HOURS = 24;

/** Revokes a code. */
export async function revokeCode(orgId: OrganizationId, { id: codeId, hint }: EnrollmentCode): Promise<void> {
  const sure = await confirm(({ t }) => ({
    title: t('machines.enrollment.revoke.title', { hint }),
    message: t('machines.enrollment.revoke.message'),
    yes: t('machines.enrollment.revoke'),
    danger: true,
  }));
  if (!sure) return;
  try {
    await call(deleteEnrollmentCode, { params: { orgId, codeId } });
    toast(({ t }) => t('machines.enrollment.revoked'));
  } catch (error) {
    await showError(error);
  }
  await reload(listEnrollmentCodes);
}
