import IntlMessageFormat, { type PrimitiveType } from 'intl-messageformat';
import type { ReactNode } from 'react';
import { createFormats, type Formats } from './formats.ts';
import type { MessageKey } from './keys.ts';
import { intlTag, type Language } from './locales.ts';

export type Message = ConstructorParameters<typeof IntlMessageFormat>[0];
export type Values = Readonly<Record<string, PrimitiveType>>;
/** Values for a text with markup: `<b>…</b>` in a message calls `b` with what is between. */
export type RichValues = Readonly<Record<string, PrimitiveType | ((parts: ReactNode[]) => ReactNode)>>;

/** The reader's texts. Immutable: another language, or more texts, is another object. */
export interface Texts extends Formats {
  readonly language: Language;
  /** The text for a key, its values put in. */
  readonly t: (key: MessageKey, values?: Values) => string;
  /** The same for texts with markup. */
  readonly rich: (key: MessageKey, values: RichValues) => ReactNode;
  /** Whether a computed key, such as a field's path, has a text among the loaded ones. */
  readonly has: (key: string) => key is MessageKey;
}

/** @param messages the compiled messages of the loaded areas. */
export function createTexts(language: Language, messages: ReadonlyMap<string, Message>): Texts {
  const formats = new Map<string, IntlMessageFormat>();
  const formatOf = (key: string): IntlMessageFormat | string => {
    const message = messages.get(key);
    if (message === undefined) return key;
    if (typeof message === 'string') return message;
    const format = formats.get(key) ?? new IntlMessageFormat(message, intlTag(language));
    formats.set(key, format);
    return format;
  };
  return {
    language,
    ...createFormats(intlTag(language)),
    t(key, values) {
      const format = formatOf(key);
      return typeof format === 'string' ? format : String(format.format({ ...values }));
    },
    rich(key, values) {
      const format = formatOf(key);
      return typeof format === 'string' ? format : asNode(format.format<ReactNode>({ ...values }));
    },
    has(key): key is MessageKey {
      return messages.has(key);
    },
  };
}

/** Parts come as a list without keys: numbering them is right because a message's parts never move. */
function asNode(parts: ReactNode | ReactNode[]): ReactNode {
  return Array.isArray(parts) ? parts.map((part, index) => withKey(part, index)) : parts;
}

function withKey(part: ReactNode, index: number): ReactNode {
  if (typeof part !== 'object' || part === null || !('props' in part)) return part;
  return { ...part, key: String(index) };
}
