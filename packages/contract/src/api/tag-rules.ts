import Type from 'typebox';
import { TagRuleIdSchema } from '../ids.ts';
import { TAGS_MAX } from '../rules/names.ts';
import { NETWORK, RULE_NETWORKS_MAX } from '../rules/tag-rules.ts';
import { DISPLAY_NAME } from '../rules/text.ts';
import { endpoint } from './declare.ts';
import { changeMachines } from './fleet.ts';
import { Tag } from './machine-actions.ts';
import { closed, Instant } from './parts.ts';

/** All conditions must hold, at least one is given. */
const conditions = {
  /** The machine's address, as lists show it, is in one of them: 10.20.0.0/16. */
  networks: Type.Optional(
    Type.Array(Type.String(NETWORK), { minItems: 1, maxItems: RULE_NETWORKS_MAX, uniqueItems: true }),
  ),
  /** The machine's name, in any case; * stands for any text: room-*. */
  nameLike: Type.Optional(Type.String(DISPLAY_NAME)),
  /** The model that it reports, in any case, with * too. */
  modelLike: Type.Optional(Type.String(DISPLAY_NAME)),
};

const wanted = {
  name: Type.String(DISPLAY_NAME),
  ...conditions,
  tags: Type.Array(Tag, { minItems: 1, maxItems: TAGS_MAX, uniqueItems: true }),
};

/** Tags a machine once: when it has reported for the first time in its organization. People may remove the tags. */
export const TagRule = closed({
  id: TagRuleIdSchema,
  ...wanted,
  /** Increases by one with every change; the ETag is the revision in quotes. */
  revision: Type.Integer({ minimum: 1 }),
  author: Type.String(),
  createdAt: Instant,
});
export type TagRule = Type.Static<typeof TagRule>;

const Count = Type.Integer({ minimum: 0 });

export const createTagRule = endpoint('POST /organization/{orgId}/tag-rules', {
  id: 'tagRules.create',
  summary: 'Create a rule that tags new machines by their network, name, or model',
  permission: 'machine.write',
  body: closed(wanted),
  reply: TagRule,
  status: 201,
  errors: ['too-many-tag-rules'],
});

export const listTagRules = endpoint('GET /organization/{orgId}/tag-rules', {
  id: 'tagRules.list',
  summary: 'List the rules that tag new machines, by name',
  permission: 'machine.read',
  reply: Type.Array(TagRule),
});

export const changeTagRule = endpoint('PUT /organization/{orgId}/tag-rules/{ruleId}', {
  id: 'tagRules.change',
  summary: 'Replace a tag rule (If-Match: the revision); tags of machines stay as they are',
  permission: 'machine.write',
  params: { ruleId: TagRuleIdSchema },
  body: closed(wanted),
  reply: TagRule,
  errors: ['revision-conflict'],
});

export const deleteTagRule = endpoint('DELETE /organization/{orgId}/tag-rules/{ruleId}', {
  id: 'tagRules.delete',
  summary: 'Delete a tag rule; tags of machines stay as they are',
  permission: 'machine.write',
  params: { ruleId: TagRuleIdSchema },
  errors: ['revision-conflict'],
});

export const previewTagRule = endpoint('POST /organization/{orgId}/tag-rules/preview', {
  id: 'tagRules.preview',
  summary: 'Count the machines that match a rule, and those that lack one of its tags. Saves nothing',
  permission: 'machine.read',
  changes: false,
  body: closed({ ...conditions, tags: Type.Array(Tag, { maxItems: TAGS_MAX, uniqueItems: true }) }),
  reply: closed({ matching: Count, lacking: Count }),
});

export const applyTagRule = endpoint('POST /organization/{orgId}/tag-rules/{ruleId}/apply', {
  id: 'tagRules.apply',
  summary: 'Add the tags of a rule to machines that match it now and lack them: 1,000 in a call',
  permission: 'machine.write',
  params: { ruleId: TagRuleIdSchema },
  reply: closed({
    /** Machines that matched, lacked a tag, and had room for it. More than `changed`: call again. */
    total: Count,
    changed: Count,
    /** Calls of fleet.change that undo it. */
    undo: changeMachines.reply.properties.undo,
  }),
});
