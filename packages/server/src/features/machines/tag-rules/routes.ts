import { randomUUID } from 'node:crypto';
import { CHANGED_AT_ONCE_MAX } from '@berth/contract/api/fleet';
import {
  applyTagRule,
  changeTagRule,
  createTagRule,
  deleteTagRule,
  listTagRules,
  previewTagRule,
} from '@berth/contract/api/tag-rules';
import type { TagRuleId } from '@berth/contract/ids';
import { TAG_RULES_MAX } from '@berth/contract/rules/tag-rules';
import { lockOrganization } from '../../../db/organization-lock.ts';
import { MACHINE_CHANGED, type MachineChanged } from '../../../gateway/topics.ts';
import { ApiError } from '../../../http/api-error.ts';
import { type Route, route } from '../../../http/route.ts';
import type { MachineDeps } from '../deps.ts';
import { undoTags } from '../fleet/change-machines.ts';
import { changeTags } from '../fleet/store-changes.ts';
import { countMatching, findLacking } from './match.ts';
import { conditionsOf, presentRule, readConditions, readRule } from './rule.ts';
import * as store from './store.ts';

export function tagRuleRoutes(deps: MachineDeps): Route[] {
  return [listRoute, createRoute, changeRoute, deleteRoute, previewRoute, applyRoute(deps)];
}

const listRoute = route(listTagRules, async ({ tx, organizationId }) =>
  (await store.listTagRules(tx, organizationId)).map(presentRule),
);

const createRoute = route(createTagRule, async ({ body, caller, tx, organizationId, setEtag, audit }) => {
  const settings = readRule(body);
  await lockOrganization(tx, organizationId);
  if ((await store.listTagRules(tx, organizationId)).length >= TAG_RULES_MAX) {
    throw new ApiError('too-many-tag-rules', `An organization may have ${TAG_RULES_MAX} tag rules: delete one.`);
  }
  const key = { organizationId, ruleId: randomUUID() as TagRuleId };
  await store.insertTagRule(tx, key, settings, caller.email);
  const row = await requireRule(await store.lockTagRule(tx, key));
  audit({ target: { kind: 'tag-rule', id: key.ruleId } });
  setEtag(row.revision);
  return presentRule(row);
});

const changeRoute = route(changeTagRule, async ({ params, body, ifMatch, tx, organizationId, setEtag, audit }) => {
  const settings = readRule(body);
  const key = { organizationId, ruleId: params.ruleId };
  const before = requireRule(await store.lockTagRule(tx, key), ifMatch);
  await store.updateTagRule(tx, key, settings);
  const after = requireRule(await store.lockTagRule(tx, key));
  audit({ target: { kind: 'tag-rule', id: params.ruleId }, before: presentRule(before), after: presentRule(after) });
  setEtag(after.revision);
  return presentRule(after);
});

const deleteRoute = route(deleteTagRule, async ({ params, ifMatch, tx, organizationId, audit }) => {
  const key = { organizationId, ruleId: params.ruleId };
  const row = requireRule(await store.lockTagRule(tx, key), ifMatch);
  await store.deleteTagRule(tx, key);
  audit({ target: { kind: 'tag-rule', id: params.ruleId }, before: presentRule(row) });
  return null;
});

const previewRoute = route(previewTagRule, ({ body: { tags, ...conditions }, tx, organizationId }) =>
  countMatching(
    tx,
    organizationId,
    readConditions(conditions),
    tags.map((tag) => tag.normalize('NFC')),
  ),
);

function applyRoute({ bus }: MachineDeps): Route {
  return route(applyTagRule, async ({ params, tx, organizationId, afterCommit, audit }) => {
    const rule = requireRule(await store.lockTagRule(tx, { organizationId, ruleId: params.ruleId }));
    const { ids, total } = await findLacking(tx, organizationId, conditionsOf(rule), rule.tags, CHANGED_AT_ONCE_MAX);
    const changed = await changeTags(tx, organizationId, ids, { add: rule.tags, remove: [] });
    afterCommit(() => {
      for (const { machineId } of changed) {
        bus.publish(MACHINE_CHANGED, { organizationId, machineId } satisfies MachineChanged);
      }
    });
    const after = { name: rule.name, tags: rule.tags, machines: changed.length };
    audit({ target: { kind: 'tag-rule', id: params.ruleId }, after });
    return { total, changed: changed.length, undo: undoTags(changed) };
  });
}

/** @param ifMatch the revision that the caller has seen. */
function requireRule(row: store.TagRuleRow | undefined, ifMatch?: string): store.TagRuleRow {
  if (!row) throw new ApiError('not-found', 'Tag rule not found.');
  if (ifMatch !== undefined && ifMatch !== String(row.revision)) {
    throw new ApiError('revision-conflict', `Someone else changed the rule. It is now at revision ${row.revision}.`);
  }
  return row;
}
