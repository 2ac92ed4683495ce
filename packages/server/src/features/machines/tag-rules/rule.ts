import type { TagRule } from '@berth/contract/api/tag-rules';
import { hasCondition, isNetwork, type TagConditions } from '@berth/contract/rules/tag-rules';
import { cleanName } from '@berth/contract/rules/text';
import { ApiError } from '../../../http/api-error.ts';
import type { TagRuleRow, TagRuleSettings } from './store.ts';

type Wanted = Pick<TagRule, 'name' | 'tags'> & TagConditions;

/** The conditions of a call or row, as they are compared. Throws 'invalid-input'. */
export function readConditions({ networks, nameLike, modelLike }: TagConditions): TagConditions {
  const conditions = {
    networks: networks ?? [],
    nameLike: nameLike === undefined ? undefined : cleanName(nameLike),
    modelLike: modelLike?.trim(),
  };
  const faults = conditions.networks.flatMap((each, index) =>
    isNetwork(each)
      ? []
      : [{ path: `/networks/${index}`, rule: 'network', message: 'must be an address or a network' }],
  );
  if (faults.length > 0) throw new ApiError('invalid-input', 'A network is not valid, such as 10.20.0.0/16.', faults);
  if (!hasCondition(conditions)) {
    const message = 'needs at least one of networks, nameLike, and modelLike';
    throw new ApiError('invalid-input', `The rule ${message}.`, [{ path: '', rule: 'condition', message }]);
  }
  return conditions;
}

export function readRule({ name, tags, ...conditions }: Wanted): TagRuleSettings {
  const { networks = [], nameLike, modelLike } = readConditions(conditions);
  return {
    name: cleanName(name),
    networks: [...networks],
    name_like: nameLike ?? null,
    model_like: modelLike ?? null,
    tags: tags.map((tag) => tag.normalize('NFC')),
  };
}

/** The conditions of a stored rule. */
export function conditionsOf({ networks, name_like, model_like }: TagRuleSettings): TagConditions {
  return { networks, nameLike: name_like ?? undefined, modelLike: model_like ?? undefined };
}

export function presentRule(row: TagRuleRow): TagRule {
  const { networks, name_like: nameLike, model_like: modelLike } = row;
  return {
    id: row.rule_id,
    name: row.name,
    ...(networks.length > 0 && { networks }),
    ...(nameLike !== null && { nameLike }),
    ...(modelLike !== null && { modelLike }),
    tags: row.tags,
    revision: row.revision,
    author: row.author,
    createdAt: row.created_at,
  };
}
