const LENGTH_MAX = 200;

/** What may hold a name, an address, a token or something typed, and what stands there instead, in this order. */
const HIDDEN: readonly (readonly [RegExp, string])[] = [
  // From the first quotation mark to the last one: what is quoted may hold some itself.
  [/["“„«].*["”“»]/gs, '"…"'],
  [/(?<!\w)['`].*['`]/gs, '"…"'],
  [/\b[a-z][a-z+.-]*:\/\/\S+/gi, '<address>'],
  [/\S+@\S+/g, '<address>'],
  [/[\w.~+/=-]{20,}/g, '<token>'],
  [/\d{4,}/g, '<number>'],
];

/** An error's message without anything that came from a person: its quotations, addresses, tokens, long numbers. */
export function scrub(message: string): string {
  const scrubbed = HIDDEN.reduce((text, [hidden, instead]) => text.replace(hidden, instead), message);
  return scrubbed.slice(0, LENGTH_MAX);
}
