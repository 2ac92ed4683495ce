import { lazy, type ReactNode, Suspense } from 'react';
import { Skeleton, SkeletonLines } from '../ui/skeleton.tsx';
import type { ControlProps } from './controls/use-control.ts';

const Apps = lazy(() => import('./apps/apps.tsx'));

/** The catalog's apps, each with a switch; the catalog is a separate chunk. */
export function AppListControl(props: ControlProps): ReactNode {
  return (
    <Suspense fallback={<SkeletonLines count={8} height="56px" />}>
      <Apps {...props} />
    </Suspense>
  );
}

const Grid = lazy(() => import('./widgets/grid.tsx'));

/** One layout of the Info Section's widgets, arranged on its grid; the editor is a separate chunk. */
export function WidgetGridControl(props: ControlProps): ReactNode {
  return (
    <Suspense fallback={<Skeleton height="240px" />}>
      <Grid {...props} />
    </Suspense>
  );
}
