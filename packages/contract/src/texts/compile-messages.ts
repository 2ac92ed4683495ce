import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';

/** A text without arguments stays a string; others become the parser's elements. */
export type CompiledMessage = string | MessageFormatElement[];

/**
 * Compiles one locale file's ICU messages.
 *
 * @throws an error that names the file and the key of the first invalid ICU message.
 */
export function compileMessages(source: Record<string, string>, file: string): Record<string, CompiledMessage> {
  return Object.fromEntries(
    Object.entries(source).map(([key, text]) => [key, compileMessage(text, `${file}: ${key}`)]),
  );
}

function compileMessage(text: string, where: string): CompiledMessage {
  try {
    const elements = parse(text, { captureLocation: false });
    refuseUnknown(elements);
    const [only] = elements;
    if (elements.length === 0) return '';
    return elements.length === 1 && only?.type === TYPE.literal ? only.value : elements;
  } catch (error) {
    throw new Error(`${where}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Our formatter (format-message.ts) supports no dates, times or number styles: callers format those. */
function refuseUnknown(elements: readonly MessageFormatElement[]): void {
  for (const element of elements) {
    const styled = element.type === TYPE.number && Boolean(element.style);
    if (styled || element.type === TYPE.date || element.type === TYPE.time) {
      throw new Error('dates, times and number styles are formatted by the caller');
    }
    if (element.type === TYPE.tag) refuseUnknown(element.children);
    if (element.type === TYPE.select || element.type === TYPE.plural) {
      for (const { value } of Object.values(element.options)) refuseUnknown(value);
    }
  }
}
