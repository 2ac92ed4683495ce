import type { ReactNode } from 'react';
import { formatMessage, type Message, type MessageValue, type Primitive } from './format-message.ts';
import { createFormats, type Formats } from './formats.ts';
import type { MessageKey } from './keys.ts';
import { intlTag, type Language } from './locales.ts';

export type Values = Readonly<Record<string, Primitive>>;
/** Values for a text with markup: `<b>…</b>` in a message calls `b` with what is between. */
export type RichValues = Readonly<Record<string, MessageValue<ReactNode>>>;

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

/** What is said, in whatever language is read at the time: for what stays on screen while that may change. */
export type Words = (texts: Texts) => string;

/** @param messages the compiled messages of the loaded areas. */
export function createTexts(language: Language, messages: ReadonlyMap<string, Message>): Texts {
  const tag = intlTag(language);
  // A key without a text shows itself, so that a forgotten one is seen.
  const messageOf = (key: string): Message => messages.get(key) ?? key;
  return {
    language,
    ...createFormats(tag),
    t(key, values = {}) {
      const message = messageOf(key);
      return typeof message === 'string' ? message : formatMessage<string>(message, values, tag).join('');
    },
    rich(key, values) {
      const message = messageOf(key);
      return typeof message === 'string' ? message : formatMessage<ReactNode>(message, values, tag).map(withKey);
    },
    has(key): key is MessageKey {
      return messages.has(key);
    },
  };
}

/** Parts come as a list without keys: numbering them is right because a message's parts never move. */
function withKey(part: ReactNode, index: number): ReactNode {
  if (typeof part !== 'object' || part === null || !('props' in part)) return part;
  return { ...part, key: String(index) };
}
