import type { MessageFormatElement, PluralOrSelectOption } from '@formatjs/icu-messageformat-parser';
import { memoize } from '../memoize.ts';

export type Primitive = string | number | boolean | null | undefined;
/** A compiled message: a text without arguments, or the parser's elements. */
export type Message = string | readonly MessageFormatElement[];
/** A value for an argument, or a function for a tag's content. */
export type MessageValue<Part> = Primitive | Part | ((inside: (string | Part)[]) => Part);

/** The parser's element types (its TYPE), copied: importing them would ship the parser. */
const LITERAL = 0;
const ARGUMENT = 1;
const NUMBER = 2;
const SELECT = 5;
const PLURAL = 6;
const POUND = 7;
const TAG = 8;

/**
 * Formats a parsed ICU message. Supports arguments, whole numbers, select, plural and tags;
 * compile-messages.ts refuses the rest.
 *
 * @param tag BCP 47, for numbers and plural rules.
 */
export function formatMessage<Part>(
  elements: readonly MessageFormatElement[],
  values: Readonly<Record<string, MessageValue<Part>>>,
  tag: string,
  pound?: number,
): (string | Part)[] {
  return elements.flatMap((element): (string | Part)[] => {
    switch (element.type) {
      case LITERAL:
        return [element.value];
      case NUMBER:
        return [formatNumber(Number(values[element.value]), tag)];
      case POUND:
        return [formatNumber(pound ?? 0, tag)];
      case SELECT: {
        const chosen = element.options[String(values[element.value])] ?? element.options.other;
        return formatMessage(chosen?.value ?? [], values, tag, pound);
      }
      case PLURAL: {
        const count = Number(values[element.value]);
        const rest = count - element.offset;
        const rule = pluralsIn(tag, element.pluralType ?? 'cardinal').select(rest);
        const options: Readonly<Record<string, PluralOrSelectOption | undefined>> = element.options;
        const chosen = options[`=${count}`] ?? options[rule] ?? options.other;
        return formatMessage(chosen?.value ?? [], values, tag, rest);
      }
      case TAG: {
        const wrap = values[element.value];
        const inside = formatMessage(element.children, values, tag, pound);
        return isWrapper(wrap) ? [wrap(inside)] : inside;
      }
      case ARGUMENT: {
        const value = values[element.value];
        return typeof value === 'object' && value !== null ? [value] : [String(value ?? '')];
      }
      default:
        return [];
    }
  });
}

function isWrapper<Part>(value: MessageValue<Part>): value is (inside: (string | Part)[]) => Part {
  return typeof value === 'function';
}

const numberIn = memoize((tag: string) => new Intl.NumberFormat(tag));

/**
 * A number in a language's format. Whole numbers below 1,000 are the same in every language of ours; creating a number
 * format for them would take a phone 100 ms.
 */
export function formatNumber(value: number, tag: string): string {
  // The last condition leaves out -0.
  return value % 1 === 0 && value < 1_000 && 1 / value > 0 ? String(value) : numberIn(tag).format(value);
}

const pluralsIn = memoize((tag: string, type: Intl.PluralRuleType) => new Intl.PluralRules(tag, { type }));
