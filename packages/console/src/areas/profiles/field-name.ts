import type { MessageKey } from '@berth/web/i18n/keys.ts';
import type { Texts } from '@berth/web/i18n/texts.ts';
import { partAt } from './form-list.ts';

/**
 * The readable name of a place in the definition: the form, the entry's number, the field's label, such as "Web apps ›
 * 2 › Address". Keys without a label keep their name, and are omitted if they only contain labeled ones.
 */
export function fieldName({ t, has }: Pick<Texts, 't' | 'has'>, pointer: string): string {
  const form = partAt(pointer)?.part;
  const keys = pointer.split('/').slice(1);
  // A widget's settings are named independently of its place.
  const widget = keys.indexOf('widget');
  const named = keys.map((key, index) => {
    if (/^\d+$/.test(key)) return String(Number(key) + 1);
    const isInWidget = widget !== -1 && index >= widget;
    const path = keys.slice(isInWidget ? widget : 0, index + 1).filter((each) => !/^\d+$/.test(each));
    const label = `profile.${path.join('.')}.label`;
    if (has(label)) return t(label);
    // Containers are omitted.
    return index < keys.length - 1 ? undefined : key;
  });
  const inForm = named.slice(form ? form.pointer.split('/').length - 1 : 0);
  return [
    form ? t(form.label) : t('console.profiles.title' satisfies MessageKey),
    ...inForm.filter((name) => name !== undefined),
  ].join(' › ');
}
