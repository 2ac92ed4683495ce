import {
  changeSchedule,
  createSchedule,
  deleteSchedule,
  listSchedules,
  type Schedule,
} from '@berth/contract/api/schedules';
import type { OrganizationId } from '@berth/contract/ids';
import { ApiError } from '@berth/web/data/api-error.ts';
import { call } from '@berth/web/data/call.ts';
import { reload } from '../../data/query.ts';
import { offerProFor } from '../billing/pro-gate.tsx';
import { confirm } from '../dialogs/confirm.tsx';
import { showError } from '../dialogs/show-error.tsx';
import { toast } from '../parts/toast.ts';
import { offerUndo } from '../parts/undo.ts';
import { draftOf, wantedOf } from './draft.ts';
import { askForSchedule, type WantedSchedule } from './schedule-dialog.tsx';

/** Creates a schedule from the form. */
export async function makeSchedule(orgId: OrganizationId): Promise<void> {
  await askForSchedule(orgId, undefined, async (body) => {
    await call(createSchedule, { params: { orgId }, body }).catch(offeringPro(orgId, body));
    toast(({ t }) => t('machines.schedules.saved'));
    await reload(listSchedules);
  });
}

/** Changes a schedule; another person's change meanwhile is not overwritten. */
export async function editSchedule(orgId: OrganizationId, schedule: Schedule): Promise<void> {
  await askForSchedule(orgId, schedule, (body) => replace(orgId, schedule, body).catch(offeringPro(orgId, body)));
}

/** Turns a schedule on or off. */
export async function switchSchedule(orgId: OrganizationId, schedule: Schedule, enabled: boolean): Promise<void> {
  // No question for a switch: turning on starts with the next window.
  const wanted = { ...wantedOf(draftOf(schedule)), skipOpenWindow: true };
  await replace(orgId, schedule, { ...wanted, enabled }).catch(showError);
}

/** Deletes a schedule, after a confirmation. */
export async function removeSchedule(orgId: OrganizationId, { id: scheduleId, name }: Schedule): Promise<void> {
  const sure = await confirm(({ t }) => ({
    title: t('machines.schedules.delete.title', { name }),
    message: t('machines.schedules.delete.message'),
    yes: t('common.delete'),
    danger: true,
  }));
  if (!sure) return;
  try {
    await call(deleteSchedule, { params: { orgId, scheduleId } });
    toast(({ t }) => t('console.deleted', { name }));
  } catch (error) {
    await showError(error);
  }
  await reload(listSchedules);
}

/** Shows the price of Pro for the schedule's machines if it needs it; the form stays as it is. */
function offeringPro(
  orgId: OrganizationId,
  { tag, filter = '{}' }: WantedSchedule,
): (error: unknown) => Promise<never> {
  return async (error) => {
    if (error instanceof ApiError && error.code === 'upgrade-required') {
      await offerProFor(orgId, tag === undefined ? filter : JSON.stringify({ where: { tags: tag } }));
    }
    throw error;
  };
}

async function replace(orgId: OrganizationId, before: Schedule, body: WantedSchedule): Promise<void> {
  const { id: scheduleId, revision } = before;
  try {
    const after = await call(changeSchedule, { params: { orgId, scheduleId }, body, ifMatch: revision });
    const change = { action: changeSchedule.id, targetId: scheduleId, before, after };
    offerUndo(({ t }) => t('machines.schedules.saved'), change);
  } finally {
    await reload(listSchedules);
  }
}
