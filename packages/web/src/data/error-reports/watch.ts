type Told = (error: unknown) => void;

/** Maximum number of errors recorded before the reporter is loaded. */
const EARLY_MAX = 10;
const early: unknown[] = [];
let tell: Told = (error) => {
  if (early.length < EARLY_MAX) early.push(error);
};

/** Records uncaught errors from the page's first script on. */
export function watchErrors(): void {
  addEventListener('error', ({ error }) => tell(error));
  addEventListener('unhandledrejection', ({ reason }) => tell(reason));
}

/** Passes on the errors recorded so far, and all later ones. */
export function tellErrors(told: Told): void {
  tell = told;
  for (const error of early.splice(0)) told(error);
}
