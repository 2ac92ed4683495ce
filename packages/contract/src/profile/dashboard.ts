import type Type from 'typebox';
import { DASHBOARD_AUTOPLAY_S_DEFAULT, DASHBOARD_COLUMNS, DASHBOARD_HEIGHT_DEFAULT } from '../limits.ts';
import { flag, item, list, section, whole } from './schema.ts';
import { line, name } from './texts.ts';
import { Widget } from './widgets.ts';

const row = { minimum: 0, maximum: 500 };
const rows = { minimum: 1, maximum: 100 };

/** One widget and its place on the grid: x and w count columns, y and h rows. `id` is unique within its layout. */
export const LayoutItem = item({
  id: line(64, { minLength: 1 }),
  x: whole({ minimum: 0, maximum: DASHBOARD_COLUMNS - 1 }),
  y: whole(row),
  w: whole({ minimum: 1, maximum: DASHBOARD_COLUMNS }),
  h: whole(rows),
  widget: Widget,
});
export type LayoutItem = Type.Static<typeof LayoutItem>;

export const DashboardLayout = item({ name: name(128), layout: list(LayoutItem, { maxItems: 48 }) });
export type DashboardLayout = Type.Static<typeof DashboardLayout>;

/**
 * The widgets of the Info Section (spec chapter 3). `height` is the part of the screen they take, in percent;
 * autoplay's `duration` the seconds until the next layout shows.
 */
export const Dashboard = section({
  height: whole({ minimum: 0, maximum: 100, default: DASHBOARD_HEIGHT_DEFAULT }),
  autoplay: section({
    enabled: flag(false),
    duration: whole({ minimum: 1, maximum: 86_400, default: DASHBOARD_AUTOPLAY_S_DEFAULT }),
  }),
  layouts: list(DashboardLayout, { maxItems: 16 }),
});
