type Told = (error: unknown) => void;

/** What breaks before anybody can be told of it, so many at most. */
const EARLY_MAX = 10;
const early: unknown[] = [];
let tell: Told = (error) => {
  if (early.length < EARLY_MAX) early.push(error);
};

/** Listens for errors that nobody caught, from the first script of a page on. */
export function watchErrors(): void {
  addEventListener('error', ({ error }) => tell(error));
  addEventListener('unhandledrejection', ({ reason }) => tell(reason));
}

/** Hands over what broke so far and whatever breaks from now on. */
export function tellErrors(told: Told): void {
  tell = told;
  for (const error of early.splice(0)) told(error);
}
