import { DASHBOARD_AUTOPLAY_S_DEFAULT, DASHBOARD_HEIGHT_DEFAULT } from '@berth/contract/limits';
import { type Fields, fieldsAt, flagOf, listOf, numberOf, textOf } from './fields.ts';

/** Whether the Info Section has anything to show: HTML or a layout with widgets. */
export function hasInfo(customization: Fields): boolean {
  if (infoHeight(customization) === 0) return false;
  return infoHtml(customization) !== '' || infoLayouts(customization).length > 0;
}

/** The share of the screen's height that the Info Section takes, in percent. */
export function infoHeight(customization: Fields): number {
  return numberOf(fieldsAt(customization, 'dashboard'), 'height', {
    min: 0,
    max: 100,
    default: DASHBOARD_HEIGHT_DEFAULT,
  });
}

/** The administrator's HTML, not yet safe to show. */
export function infoHtml(customization: Fields): string {
  return textOf(customization, 'info_section_content').trim();
}

/** The dashboard's layouts that have a widget. */
export function infoLayouts(customization: Fields): readonly Fields[] {
  return listOf(fieldsAt(customization, 'dashboard'), 'layouts').filter(
    (layout) => listOf(layout, 'layout').length > 0,
  );
}

/** Seconds until the next layout shows; undefined where a person turns the pages. */
export function autoplaySeconds(customization: Fields): number | undefined {
  const autoplay = fieldsAt(customization, 'dashboard', 'autoplay');
  if (!flagOf(autoplay, 'enabled', false)) return undefined;
  return numberOf(autoplay, 'duration', { min: 1, max: 86_400, default: DASHBOARD_AUTOPLAY_S_DEFAULT });
}
