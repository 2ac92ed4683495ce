/**
 * Converts filter lists in Adblock Plus syntax to Chromium's declarativeNetRequest rules. Supports blocking rules and
 * exceptions; skips element hiding, regular expressions, and the rarer options.
 * https://help.adblockplus.org/hc/en-us/articles/360062733293, https://developer.chrome.com/docs/extensions/reference/api/declarativeNetRequest
 */

export interface NetRule {
  readonly id: number;
  readonly priority: number;
  readonly action: { readonly type: 'block' | 'allow' | 'allowAllRequests' };
  readonly condition: NetCondition;
}

interface NetCondition {
  urlFilter: string;
  isUrlFilterCaseSensitive?: boolean;
  domainType?: 'firstParty' | 'thirdParty';
  initiatorDomains?: string[];
  excludedInitiatorDomains?: string[];
  resourceTypes?: string[];
  excludedResourceTypes?: string[];
}

/** Chromium's limit of enabled static rules per extension. */
const RULES_MAX = 300_000;
/** Exceptions override blocks; rules with the option `important` override exceptions. */
const PRIORITY = { block: 1, allow: 2, important: 3 } as const;

const TYPES: Readonly<Record<string, string>> = {
  script: 'script',
  image: 'image',
  stylesheet: 'stylesheet',
  object: 'object',
  xmlhttprequest: 'xmlhttprequest',
  subdocument: 'sub_frame',
  font: 'font',
  media: 'media',
  websocket: 'websocket',
  ping: 'ping',
  other: 'other',
};

/** The rules of all lists, without duplicates, numbered from 1 as Chromium requires. */
export function netRules(lists: readonly string[]): NetRule[] {
  const rules = new Map<string, Omit<NetRule, 'id'>>();
  for (const list of lists) {
    for (const line of list.split('\n')) {
      const rule = ruleOf(line.trim());
      if (rule && rules.size < RULES_MAX) rules.set(JSON.stringify(rule), rule);
    }
  }
  return [...rules.values()].map((rule, index) => ({ id: index + 1, ...rule }));
}

function ruleOf(line: string): Omit<NetRule, 'id'> | null {
  if (line === '' || /^[![]/.test(line) || /#[@?$]*#/.test(line)) return null;
  const isException = line.startsWith('@@');
  const [filter = '', options = ''] = splitOptions(isException ? line.slice(2) : line);
  // Chromium accepts only ASCII, and no pattern that starts with a wildcard host.
  if (!/^[\x21-\x7e]{2,}$/.test(filter) || /^\/.*\/$/.test(filter) || filter.startsWith('||*')) return null;
  const condition: NetCondition = { urlFilter: filter };
  const flags = applyOptions(condition, options === '' ? [] : options.split(','));
  if (!flags) return null;
  if (flags.isDocument) {
    if (!isException) return null;
    condition.resourceTypes = ['main_frame', 'sub_frame'];
    return { priority: PRIORITY.allow, action: { type: 'allowAllRequests' }, condition };
  }
  const action = { type: isException ? 'allow' : 'block' } as const;
  return { priority: flags.isImportant ? PRIORITY.important : PRIORITY[action.type], action, condition };
}

function splitOptions(line: string): [string, string] {
  const at = line.lastIndexOf('$');
  // A dollar sign without an option name after it is part of the address.
  if (at <= 0 || !/^~?[a-z]/.test(line.slice(at + 1))) return [line, ''];
  return [line.slice(0, at), line.slice(at + 1)];
}

// Null if the rule has an unsupported option: without it, the rule would block too much.
function applyOptions(condition: NetCondition, options: readonly string[]) {
  const flags = { isDocument: false, isImportant: false };
  for (const option of options) {
    const isNegated = option.startsWith('~');
    const [name = '', value = ''] = (isNegated ? option.slice(1) : option).split('=');
    const type = TYPES[name];
    if (type && isNegated) condition.excludedResourceTypes = [...(condition.excludedResourceTypes ?? []), type];
    else if (type) condition.resourceTypes = [...(condition.resourceTypes ?? []), type];
    else if (name === 'third-party' || name === '3p') condition.domainType = isNegated ? 'firstParty' : 'thirdParty';
    else if (name === 'first-party' || name === '1p') condition.domainType = isNegated ? 'thirdParty' : 'firstParty';
    else if (name === 'match-case') condition.isUrlFilterCaseSensitive = true;
    else if (name === 'important') flags.isImportant = true;
    else if (name === 'document' && !isNegated) flags.isDocument = true;
    else if (name === 'domain' && !isNegated) applyDomains(condition, value);
    else return null;
  }
  // Chromium refuses a rule with both included and excluded types.
  if (condition.resourceTypes) delete condition.excludedResourceTypes;
  return flags;
}

function applyDomains(condition: NetCondition, value: string): void {
  const names = value
    .toLowerCase()
    .split('|')
    .filter((name) => /^~?[a-z0-9.-]+$/.test(name));
  const excluded = names.filter((name) => name.startsWith('~')).map((name) => name.slice(1));
  const included = names.filter((name) => !name.startsWith('~'));
  if (included.length > 0) condition.initiatorDomains = included;
  if (excluded.length > 0) condition.excludedInitiatorDomains = excluded;
}
