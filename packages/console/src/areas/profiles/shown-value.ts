import type { Texts } from '@berth/web/i18n/texts.ts';

const SHOWN = 240;
/** What an entry of a list is called, the first of these that it has. */
const NAMES = ['display_name', 'name', 'title', 'text', 'user', 'key'] as const;

/** A value of a profile in a few words: an entry of a list by its name; long texts, such as pictures, are cut. */
export function shownValue(value: unknown, { t }: Pick<Texts, 't'>): string {
  if (typeof value === 'boolean') return t(value ? 'console.history.on' : 'console.history.off');
  const text = typeof value === 'string' ? value : (nameOf(value) ?? JSON.stringify(value));
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
}

function nameOf(value: unknown): string | undefined {
  if (Array.isArray(value)) {
    const names = value.map((entry) => (typeof entry === 'string' ? entry : nameOf(entry)));
    return names.length > 0 && names.every((name) => name !== undefined) ? names.join(', ') : undefined;
  }
  if (typeof value !== 'object' || value === null) return undefined;
  const fields = new Map(Object.entries(value));
  return NAMES.map((name) => fields.get(name)).find((name): name is string => typeof name === 'string' && name !== '');
}
