/** Menus of a page open inside its main landmark, where screen readers look for them. */
export const IN_CONTENT = { target: '#content' } as const;
