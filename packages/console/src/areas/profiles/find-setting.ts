import type { UiElement } from '@berth/contract/profile/forms/ui';
import { isObject } from '@berth/contract/profile/nodes';
import type { Texts } from '@berth/web/i18n/texts.ts';
import { formText } from '../../forms/form-context.tsx';
import { loadForm } from '../../forms/form-definition.ts';
import { retryLoads } from '../../forms/load-once.tsx';
import { fieldsOf, hides } from '../../forms/state/rules.ts';
import { valueAtPointer } from '../../forms/state/values-at-path.ts';
import { PAGES, partAt, type SettingsPage } from './form-list.ts';

/** A field of a settings form; in lists, that of the first entry. */
interface Setting {
  /** JSON pointer into the definition. */
  readonly pointer: string;
  /** Prefix of its text keys. */
  readonly i18n: string;
  readonly page: SettingsPage;
  /** Text key prefixes of its containers, such as a group or a list. */
  readonly within: readonly string[];
  /** Lists and rules that it depends on, outermost first. */
  readonly conditions: readonly Condition[];
}

interface Condition {
  /** The object of the element's rule, or the list that must have an entry. */
  readonly pointer: string;
  readonly element: UiElement | undefined;
}

/** A search over the settings' texts in a language. */
export type FindSettings = (query: string, texts: Texts) => readonly FoundSetting[];

let loading: Promise<FindSettings> | undefined;

/** Loads the fields of all forms of a profile. */
export function loadFinder(): Promise<FindSettings> {
  loading ??= readSettings().then(
    (all) => (query, texts) => findSettings(all, query, texts),
    (error: unknown) => {
      loading = undefined;
      throw error;
    },
  );
  return loading;
}

/** In page order. */
async function readSettings(): Promise<readonly Setting[]> {
  const parts = PAGES.flatMap((page) => page.parts.map((part) => ({ page, part })));
  retryLoads();
  const forms = await Promise.all(parts.map(({ part }) => loadForm(part.form)));
  return parts.flatMap(({ page, part }, index) => {
    const { uischema, configptr } = forms[index] ?? { uischema: { type: 'Control' } as const, configptr: '' };
    return fieldsBelow(uischema, { base: configptr, page, within: [], conditions: [] }).filter(
      ({ pointer }) => partAt(pointer)?.part === part,
    );
  });
}

interface Place extends Pick<Setting, 'page' | 'within' | 'conditions'> {
  readonly base: string;
}

function fieldsBelow(element: UiElement, place: Place): Setting[] {
  const { scope, i18n, elements = [], options, rule } = element;
  const { base, page, within } = place;
  const conditions = rule ? [...place.conditions, { pointer: base, element }] : place.conditions;
  const inner = { ...place, conditions, within: i18n === undefined ? within : [...within, i18n] };
  if (scope === undefined) return elements.flatMap((each) => fieldsBelow(each, inner));
  const pointer = [base, ...fieldsOf(scope)].join('/');
  const own: Setting[] = i18n === undefined ? [] : [{ pointer, i18n, page, within, conditions }];
  if (!options?.detail || options.detail.scope !== undefined) return own;
  const isList = options.format === undefined;
  const detail = isList
    ? { ...inner, base: `${pointer}/0`, conditions: [...conditions, { pointer, element: undefined }] }
    : { ...inner, base: pointer };
  return [...own, ...fieldsBelow(options.detail, detail)];
}

/** A search result. */
export interface FoundSetting {
  readonly pointer: string;
  readonly label: string;
  /** Its place, such as "Network › Wi-Fi". */
  readonly place: string;
  /** Pointer of the target field: the setting's, or one that has to be changed first to show it. */
  readonly reachable: (definition: unknown) => string;
}

/** Settings with every word of the query in their label, then those with some words in their place. */
function findSettings(all: readonly Setting[], query: string, texts: Texts): readonly FoundSetting[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const found = all.flatMap((setting) => {
    const label = formText(texts, `${setting.i18n}.label`);
    if (label === undefined) return [];
    const containers = setting.within.map((name) => formText(texts, `${name}.label`));
    const names = [texts.t(setting.page.label), ...containers].filter((name) => name !== undefined);
    const place = [...new Set(names)].join(' › ');
    const rank = rankOf(label.toLowerCase(), place.toLowerCase(), words);
    if (rank === undefined) return [];
    return [{ pointer: setting.pointer, label, place, rank, reachable: (at: unknown) => reachable(setting, at) }];
  });
  return found.toSorted((a, b) => a.rank - b.rank);
}

/** 0 if the label starts with the words, 1 if it contains them, 2 if the place contains some. */
function rankOf(label: string, place: string, words: readonly string[]): number | undefined {
  if (!words.every((word) => label.includes(word) || place.includes(word))) return undefined;
  if (!words.every((word) => label.includes(word))) return words.some((word) => label.includes(word)) ? 2 : 3;
  return label.startsWith(words[0] ?? '') ? 0 : 1;
}

function reachable({ pointer, conditions }: Setting, definition: unknown): string {
  for (const condition of conditions) {
    const { pointer: at, element } = condition;
    const value = valueAtPointer(definition, at);
    if (!element) {
      if (!Array.isArray(value) || value.length === 0) return at;
    } else if (hides(element, isObject(value) ? value : {}, '')) {
      return [at, ...fieldsOf(element.rule?.condition.scope ?? '')].join('/');
    }
  }
  return pointer;
}
