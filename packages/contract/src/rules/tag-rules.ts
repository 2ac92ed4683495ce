/** Of one organization. */
export const TAG_RULES_MAX = 200;
/** Networks of one rule. */
export const RULE_NETWORKS_MAX = 50;

/** What a rule asks of a machine: all of it. */
export interface TagConditions {
  readonly networks?: readonly string[] | undefined;
  readonly nameLike?: string | undefined;
  readonly modelLike?: string | undefined;
}

/** A rule without a condition would tag every machine. */
export function hasCondition({ networks, nameLike, modelLike }: TagConditions): boolean {
  return (networks?.length ?? 0) > 0 || nameLike !== undefined || modelLike !== undefined;
}
