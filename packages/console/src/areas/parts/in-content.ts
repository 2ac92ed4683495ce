/** ID of the element in the main landmark in which a page's menus open. */
export const MENUS_ID = 'menus';

/**
 * Menus of a page open inside its main landmark, where screen readers look for them. In a separate element, because
 * React attaches all event listeners to every portal container.
 */
export const IN_CONTENT = { target: `#${MENUS_ID}` } as const;
