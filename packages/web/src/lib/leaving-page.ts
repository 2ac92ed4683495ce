import { delay } from './timing.ts';

/** Never settles within a page's life: for calls that end in a navigation. */
export async function leavingPage(): Promise<never> {
  for (;;) await delay(60_000);
}
