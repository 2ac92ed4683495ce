import { isDeepStrictEqual } from 'node:util';
import type { Action, Draft } from '@berth/contract/as-code/draft';
import { printable } from '../output.ts';
import type { TriedPlan } from './plan.ts';

const SIGNS: Readonly<Record<Action, string>> = { create: '+', change: '~', delete: '-', order: '~' };
const NOUNS: Readonly<Record<Draft['section'], string>> = {
  profiles: 'profile',
  layers: 'layer',
  schedules: 'schedule',
  tagRules: 'tag rule',
  codes: 'enrollment code',
  webhooks: 'webhook',
  members: 'member',
};

const RED = '\u001b[31m';
const PLAIN = '\u001b[0m';
const VALUE_MAX = 200;

/** What is known of a step besides the plan. */
export interface Remarks {
  readonly drift: ReadonlyMap<Draft, string>;
  readonly secretsOf: (wanted: object | undefined) => readonly string[];
}

/** The lines of a plan for people; deletions are red where the terminal has colors. */
export function planLines(plan: TriedPlan, { drift, secretsOf }: Remarks, color: boolean): string[] {
  const { id, steps, withheld } = plan;
  const red = (text: string) => (color ? `${RED}${text}${PLAIN}` : text);
  const head = ({ action, section, name }: Draft) => `${SIGNS[action]} ${NOUNS[section]} ${printable(name)}`;
  const lines = steps.flatMap((step) => [
    step.action === 'delete' ? red(head(step)) : head(step),
    ...step.differences.map(({ path, before, after }) => {
      const line = `    ${printable(path)}: ${text(before)} -> ${text(after)}`;
      return after === undefined ? red(line) : line;
    }),
    ...secretsOf(step.wanted).map((secret) => `    secret ${printable(secret)}`),
    ...driftLine(drift.get(step)),
  ]);
  const kept = withheld.flatMap((step) => [red(`  ${head(step)}`), ...driftLine(drift.get(step))]);
  if (steps.length + withheld.length === 0) return ['No changes.'];
  const count = (...actions: Action[]) => steps.filter(({ action }) => actions.includes(action)).length;
  return [
    ...lines,
    ...(kept.length > 0 ? ['Not in the folder, and deleted only with --delete:', ...kept] : []),
    `Plan ${id}: ${count('create')} to create, ${count('change', 'order')} to change, ${count('delete')} to delete.`,
  ];
}

function driftLine(drift: string | undefined): string[] {
  return drift === undefined ? [] : [`    ! changed on the server: ${printable(drift)}`];
}

function text(value: unknown): string {
  if (value === undefined) return 'nothing';
  const shown = printable(JSON.stringify(value));
  return shown.length > VALUE_MAX ? `${shown.slice(0, VALUE_MAX)}… (${shown.length} characters)` : shown;
}

/** A plan for programs. */
export function planJson(plan: TriedPlan, organization: string, { drift, secretsOf }: Remarks): object {
  const shown = (step: Draft) => ({
    action: step.action,
    section: step.section,
    name: step.name,
    differences: step.differences.filter(({ before, after }) => !isDeepStrictEqual(before, after)),
    secrets: secretsOf(step.wanted),
    drift: drift.get(step) ?? null,
  });
  return { plan: plan.id, organization, steps: plan.steps.map(shown), withheld: plan.withheld.map(shown) };
}
