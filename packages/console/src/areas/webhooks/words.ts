import type { Texts } from '@berth/web/i18n/texts.ts';

/** A webhook's events as they are shown: their names, and words for the sign that stands for all of them. */
export function eventsText(events: readonly string[], { t }: Pick<Texts, 't'>): string {
  return events.includes('*') ? t('keys.hook.events.all') : events.join(', ');
}
