import { kept } from './kept.ts';

/** Compares names as people order them in a language: "Desk 2", "Desk 6", "Desk 10", capital letters or not. */
export const naturalOrder = kept((language: string) => new Intl.Collator(language, { numeric: true }));
