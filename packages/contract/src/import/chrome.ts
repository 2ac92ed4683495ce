import { isObject } from '../profile/nodes.ts';
import { CHROME_POLICIES } from './chrome-policies.ts';
import { type Member, membersAt } from './json-lines.ts';
import { GrowingPart } from './part.ts';
import { type ImportEntry, ImportError, type Imported, shortened } from './report.ts';

/**
 * Where the policies are: at the top of a managed policy file (/etc/opt/chrome/policies/managed), or in what
 * chrome://policy exports, where each has a value beside its level and source.
 */
const PLACES = [['policyValues', 'chrome', 'policies'], ['chromePolicies'], []] as const;
const POLICY = /^[A-Z][A-Za-z0-9]*$/;
const SECRET = /password|token|secret|credential|privatekey/i;

/** Reads Chrome policies into a free browser, web apps and the on-screen keyboard. */
export function readChromePolicies(text: string): Imported {
  const all = PLACES.map((path) => membersAt(text, path)).find((members) => members.length > 0) ?? [];
  const policies = all.map(({ value, ...member }) => ({
    ...member,
    value: isObject(value) && 'value' in value ? value.value : value,
  }));
  if (!policies.some(({ name }) => Object.hasOwn(CHROME_POLICIES, name))) throw new ImportError('unknown-format');
  const last = new Map(policies.map((policy) => [policy.name, policy]));
  const values = new Map([...last].map(([name, { value }]) => [name, value]));
  const part = new GrowingPart();
  const entries = policies.map((policy): ImportEntry => {
    const { name, lines, value } = policy;
    const head = { lines, name: shortened(name) };
    if (isSecret(policy)) return { ...head, value: '', fields: [], reason: 'secret' };
    const said = { ...head, value: shortened(value) };
    if (last.get(name) !== policy) return { ...said, fields: [], reason: 'repeated' };
    if (!POLICY.test(name)) return { ...said, fields: [], reason: 'unreadable' };
    const mapping = Object.hasOwn(CHROME_POLICIES, name) ? CHROME_POLICIES[name] : 'no-setting';
    const result = typeof mapping === 'function' ? mapping(value, { part, values }) : mapping;
    if (typeof result === 'string') return { ...said, fields: [], reason: result };
    return { ...said, fields: [], ...result };
  });
  return { format: 'chrome', definition: part.definition, entries };
}

function isSecret({ name, value }: Pick<Member, 'name' | 'value'>): boolean {
  return SECRET.test(name) && typeof value !== 'boolean' && typeof value !== 'number';
}
