import { describeError } from '@berth/web/data/describe-error.ts';
import type { Texts } from '@berth/web/i18n/texts.ts';

/** States of lists and sessions (spec chapter 3). EMPTY: there is nothing in it, because it has nothing or was not asked for. */
export type ListState = 'EMPTY' | 'LOADING' | 'LOADED' | 'ERROR';

/** States of an organization's data (spec chapter 3). IDLE: nobody asked for them. */
export type DataState = 'IDLE' | 'LOADING' | 'LOADED' | 'ERROR';

/** As a query tells it. What was loaded once stays, also while a later try fails. */
interface Loading {
  readonly data: unknown;
  readonly error: unknown;
  readonly isEnabled: boolean;
}

export function dataStateOf({ data, error, isEnabled }: Loading): DataState {
  if (data !== undefined) return 'LOADED';
  if (error) return 'ERROR';
  return isEnabled ? 'LOADING' : 'IDLE';
}

/** @param list what of the data is the list, once they are there. */
export function listStateOf(query: Loading, list: readonly unknown[] | undefined): ListState {
  const state = dataStateOf(query);
  return state === 'IDLE' || (state === 'LOADED' && list?.length === 0) ? 'EMPTY' : state;
}

/** What a person reads of a failed load (spec chapter 8: errorDescription is the message); undefined where none failed. */
export function errorDescriptionOf({ data, error }: Pick<Loading, 'data' | 'error'>, texts: Texts): string | undefined {
  return data === undefined && error ? describeError(error, texts)?.message : undefined;
}
