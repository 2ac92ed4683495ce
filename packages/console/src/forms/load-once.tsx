import { type ComponentType, type ReactNode, use } from 'react';
import { reloadFailedStyles } from '../lib/failed-styles.ts';

/** A part of the forms' program that could not be loaded. */
export class PartError extends Error {
  override readonly name = 'PartError';
}

/** What forgets each failed load. */
const failed = new Set<() => void>();

/**
 * Loads a part of the program once; the same promise each time, so that a page can start it and the part can await it. A
 * failed load stays failed until `retryLoads`: rendering would repeat it without a pause.
 * @throws PartError
 */
export function loadOnce<Part>(load: () => Promise<Part>): () => Promise<Part> {
  let loading: Promise<Part> | undefined;
  let hasFailed = false;
  const forget = () => {
    loading = undefined;
    hasFailed = true;
  };
  return () => {
    loading ??= (hasFailed ? reloadFailedStyles().then(load) : load()).catch((cause: unknown) => {
      failed.add(forget);
      throw new PartError('It did not arrive', { cause });
    });
    // Whoever awaits it handles the error.
    loading.catch(() => undefined);
    return loading;
  };
}

/** Lets failed loads be tried again. */
export function retryLoads(): void {
  for (const forget of failed) forget();
  failed.clear();
}

/** A component that is a separate chunk; place it below a Suspense and a LoadBoundary. */
export function lazyPart<Props extends object>(
  load: () => Promise<{ readonly default: ComponentType<Props> }>,
): (props: Props) => ReactNode {
  const loaded = loadOnce(load);
  return function LazyPart(props) {
    const { default: Loaded } = use(loaded());
    return <Loaded {...props} />;
  };
}
