export const THEMES = ['light', 'dark', 'auto'] as const;
export type Theme = (typeof THEMES)[number];

/** Applies a theme to the page: the tokens follow the root element's attribute, `auto` the system. */
export function applyTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
}
