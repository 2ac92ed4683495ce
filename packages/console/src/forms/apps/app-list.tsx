import { lazy, type ReactNode, Suspense } from 'react';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import type { ControlProps } from '../controls/use-control.ts';

const Apps = lazy(() => import('./apps.tsx'));

/** The catalog's apps, to be switched on and off; the catalog is a chunk of its own. */
export function AppListControl(props: ControlProps): ReactNode {
  return (
    <Suspense fallback={<SkeletonLines count={8} height="56px" />}>
      <Apps {...props} />
    </Suspense>
  );
}
