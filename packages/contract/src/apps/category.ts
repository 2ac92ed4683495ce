/** thinhoc are the product's own apps; the App Catalog shows them under "other" (spec chapters 2 and 3). */
export const APP_CATEGORIES = ['communication', 'collaboration', 'thinhoc'] as const;
export type AppCategory = (typeof APP_CATEGORIES)[number];
