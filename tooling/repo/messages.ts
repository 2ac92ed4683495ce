import { intlTag, type Language } from '@berth/contract/rules/languages';
import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';

type Argument = { readonly name: string; readonly kind: string; readonly options: readonly string[] };

/** What is wrong with one message in itself: empty, not parsable, plural forms of its language missing. */
export function messageFaults(text: unknown, language: Language): string[] {
  if (typeof text !== 'string' || text.trim() === '') return ['is empty'];
  try {
    return argumentsOf(parse(text)).flatMap(({ name, kind, options }) => {
      if (kind !== 'cardinal' && kind !== 'ordinal') return [];
      const { pluralCategories } = new Intl.PluralRules(intlTag(language), { type: kind }).resolvedOptions();
      const lacking = pluralCategories.filter((each) => !options.includes(each));
      return lacking.length > 0 ? [`lacks the plural forms ${lacking.join(', ')} of {${name}}`] : [];
    });
  } catch (error) {
    return [`is no ICU message: ${error instanceof Error ? error.message : String(error)}`];
  }
}

/** The arguments of a message with their types, in one comparable line; order and number do not matter. */
export function signatureOf(text: string): string {
  const taken = argumentsOf(parse(text)).map(({ name, kind, options }) =>
    kind === 'select' ? `${name} (select ${[...options].sort().join(' ')})` : `${name} (${kind})`,
  );
  return [...new Set(taken)].sort().join(', ');
}

/** Number of prose words in a message, across all its forms. */
export function wordCount(text: string): number {
  return proseOf(parse(text)).match(/\p{L}+/gu)?.length ?? 0;
}

function proseOf(elements: readonly MessageFormatElement[]): string {
  const parts = elements.map((element) => {
    if (element.type === TYPE.literal) return element.value;
    if (element.type === TYPE.tag) return proseOf(element.children);
    if (element.type !== TYPE.select && element.type !== TYPE.plural) return '';
    return Object.values(element.options)
      .map(({ value }) => proseOf(value))
      .join(' ');
  });
  return parts.join(' ');
}

function argumentsOf(elements: readonly MessageFormatElement[]): Argument[] {
  return elements.flatMap((element): Argument[] => {
    switch (element.type) {
      case TYPE.literal:
      case TYPE.pound:
        return [];
      case TYPE.tag:
        return [{ name: `<${element.value}>`, kind: 'tag', options: [] }, ...argumentsOf(element.children)];
      case TYPE.select:
      case TYPE.plural: {
        const kind = element.type === TYPE.select ? 'select' : (element.pluralType ?? 'cardinal');
        const nested = Object.values(element.options).flatMap(({ value }) => argumentsOf(value));
        return [{ name: element.value, kind, options: Object.keys(element.options) }, ...nested];
      }
      default:
        return [{ name: element.value, kind: kindOf(element.type), options: [] }];
    }
  });
}

function kindOf(type: TYPE): string {
  if (type === TYPE.number) return 'number';
  if (type === TYPE.date) return 'date';
  return type === TYPE.time ? 'time' : 'text';
}
