import type { TagRule } from '../api/tag-rules.ts';
import { cleanName } from '../rules/text.ts';
import { type Drafts, fieldDifferences, paired } from './draft.ts';
import type { State } from './state.ts';
import type { Wanted, WantedTagRule } from './wanted.ts';

export function planTagRules(drafts: Drafts, { tagRules: wanted }: Wanted, { tagRules: existing = [] }: State): void {
  if (!wanted) return;
  const { pairs, rest } = paired(wanted, existing, { want: ({ name }) => cleanName(name), have: ({ name }) => name });
  for (const want of wanted) {
    const have = pairs.get(want);
    const body = ruleFields(want);
    const differences = fieldDifferences(have ? ruleFields(have) : {}, body);
    const about = { section: 'tagRules', name: want.name, wanted: want, differences } as const;
    if (!have) {
      drafts.add('create', { ...about, call: { call: 'tagRules.create', body } });
    } else if (differences.length > 0) {
      const call = { call: 'tagRules.change', params: { ruleId: have.id }, body, ifMatch: have.revision } as const;
      drafts.add('change', { ...about, call, id: have.id });
    }
  }
  for (const { id, name, revision } of rest) {
    const call = { call: 'tagRules.delete', params: { ruleId: id }, ifMatch: revision } as const;
    drafts.add('delete', { section: 'tagRules', name, call, id });
  }
}

function ruleFields({ name, networks, nameLike, modelLike, tags }: WantedTagRule | TagRule): Record<string, unknown> {
  return {
    name: cleanName(name),
    ...(networks && { networks }),
    ...(nameLike !== undefined && { nameLike: cleanName(nameLike) }),
    ...(modelLike !== undefined && { modelLike: modelLike.trim() }),
    tags: tags.map((tag) => tag.normalize('NFC')),
  };
}
