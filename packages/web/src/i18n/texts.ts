import { formatMessage, type Message, type MessageValue, type Primitive } from '@berth/contract/texts/format-message';
import type { ReactNode } from 'react';
import { createFormats, type Formats } from './formats.ts';
import type { MessageKey } from './keys.ts';
import { intlTag, type Language } from './locales.ts';

export type Values = Readonly<Record<string, Primitive>>;
/** Values for a text with markup: `<b>…</b>` in a message calls `b` with its content. */
export type RichValues = Readonly<Record<string, MessageValue<ReactNode>>>;

/** The user's texts. Immutable: another language, or more texts, creates another object. */
export interface Texts extends Formats {
  readonly language: Language;
  /** The text for a key, with its values filled in. */
  readonly t: (key: MessageKey, values?: Values) => string;
  /** The same for texts with markup. */
  readonly rich: (key: MessageKey, values: RichValues) => ReactNode;
  /** Whether a computed key, such as a field's path, has a loaded text. */
  readonly has: (key: string) => key is MessageKey;
}

/** A text rendered in the current language on each use: for texts that stay on screen while the language may change. */
export type Words = (texts: Texts) => string;

/** @param messages the compiled messages of the loaded areas. */
export function createTexts(language: Language, messages: ReadonlyMap<string, Message>): Texts {
  const tag = intlTag(language);
  // A missing text shows its key, so that it is noticed.
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

/** Numbers the parts as React keys: a message's parts never move. */
function withKey(part: ReactNode, index: number): ReactNode {
  if (typeof part !== 'object' || part === null || !('props' in part)) return part;
  return { ...part, key: String(index) };
}
