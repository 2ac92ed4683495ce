import type { BodyOf } from '@berth/contract/api/endpoint';
import { changeMachines, listTags } from '@berth/contract/api/fleet';
import { listOrganizationMachines } from '@berth/contract/api/machines';
import {
  applyTagRule,
  changeTagRule,
  createTagRule,
  deleteTagRule,
  listTagRules,
  previewTagRule,
  type TagRule,
} from '@berth/contract/api/tag-rules';
import type { OrganizationId, TagRuleId } from '@berth/contract/ids';
import { call } from '@berth/web/data/call.ts';
import { reload } from '../../data/query.ts';
import { confirm } from '../dialogs/confirm.tsx';
import { inform } from '../dialogs/inform.tsx';
import { showError } from '../dialogs/show-error.tsx';
import { toast } from '../parts/toast.ts';
import { offerUndo } from '../parts/undo.ts';
import { askForRule } from './rule-dialog.tsx';

/** Creates a rule from the form. */
export async function makeRule(orgId: OrganizationId): Promise<void> {
  await askForRule(orgId, undefined, async (body) => {
    await call(createTagRule, { params: { orgId }, body });
    toast(({ t }) => t('machines.rules.saved'));
    await reload(listTagRules);
  });
}

/** Changes a rule; another person's change meanwhile is not overwritten. */
export async function editRule(orgId: OrganizationId, rule: TagRule): Promise<void> {
  const { id: ruleId, revision } = rule;
  await askForRule(orgId, rule, async (body) => {
    try {
      const after = await call(changeTagRule, { params: { orgId, ruleId }, body, ifMatch: revision });
      const change = { action: changeTagRule.id, targetId: ruleId, before: rule, after };
      offerUndo(({ t }) => t('machines.rules.saved'), change);
    } finally {
      await reload(listTagRules);
    }
  });
}

/** Deletes a rule, after a confirmation. */
export async function removeRule(orgId: OrganizationId, { id: ruleId, name }: TagRule): Promise<void> {
  const sure = await confirm(({ t }) => ({
    title: t('machines.rules.delete.title', { name }),
    message: t('machines.rules.delete.message'),
    yes: t('common.delete'),
    danger: true,
  }));
  if (!sure) return;
  try {
    await call(deleteTagRule, { params: { orgId, ruleId } });
    toast(({ t }) => t('console.deleted', { name }));
  } catch (error) {
    await showError(error);
  }
  await reload(listTagRules);
}

/** Tags the machines that match a rule now, after a confirmation with their number. */
export async function applyRule(orgId: OrganizationId, rule: TagRule): Promise<void> {
  const { id: ruleId, name, networks, nameLike, modelLike, tags } = rule;
  const conditions = { ...(networks && { networks }), ...(nameLike && { nameLike }), ...(modelLike && { modelLike }) };
  try {
    const { matching, lacking } = await call(previewTagRule, { params: { orgId }, body: { ...conditions, tags } });
    if (lacking === 0) {
      return await inform(({ t }) => ({
        title: t('machines.rules.apply.none.title'),
        message: t('machines.rules.apply.none', { count: matching, name }),
      }));
    }
    const sure = await confirm(({ t }) => ({
      title: t('machines.rules.apply.title', { count: lacking }),
      message: t('machines.rules.apply.message', { name, tags: tags.join(', ') }),
      yes: t('machines.rules.apply.yes'),
    }));
    if (!sure) return;
    const undo = await applyToAll(orgId, ruleId);
    const count = undo.flatMap(({ machineIds = [] }) => machineIds).length;
    const before = { changes: count > 0 ? undo : undefined };
    const made = { action: changeMachines.id, targetId: orgId, before, after: { addTags: tags } };
    offerUndo(({ t }) => t('machines.bulk.changed', { count }), made);
  } catch (error) {
    await showError(error);
  } finally {
    await reload(listOrganizationMachines, listTags);
  }
}

/** Calls until no machine is left; says how far it is. @returns the calls that undo it. */
async function applyToAll(orgId: OrganizationId, ruleId: TagRuleId): Promise<BodyOf<typeof changeMachines>[]> {
  const undo: BodyOf<typeof changeMachines>[] = [];
  for (;;) {
    const { total, changed, undo: some } = await call(applyTagRule, { params: { orgId, ruleId } });
    undo.push(...some);
    const left = total - changed;
    if (left <= 0 || changed === 0) return undo;
    toast(({ t }) => t('machines.rules.apply.left', { count: left }));
  }
}
