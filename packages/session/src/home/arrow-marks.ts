/** Marks elements between which the arrow keys move. */
export const ARROW_STOP = 'data-arrow-stop';

/** Marks a group of such elements: the keys stay inside it. */
export const ARROW_GROUP = 'data-arrow-group';
