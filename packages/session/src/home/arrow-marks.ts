/** Marks what the arrow keys move between. */
export const ARROW_STOP = 'data-arrow-stop';

/** Marks what holds such elements together: the keys do not lead out of it. */
export const ARROW_GROUP = 'data-arrow-group';
