/** Of the place in the main landmark where a page's menus open. */
export const MENUS_ID = 'menus';

/**
 * Menus of a page open inside its main landmark, where screen readers look for them. In a place of their own: React
 * listens to everything that happens wherever menus open, and to what is typed elsewhere on the page only once.
 */
export const IN_CONTENT = { target: `#${MENUS_ID}` } as const;
