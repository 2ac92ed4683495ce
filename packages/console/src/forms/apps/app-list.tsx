import { lazy, type ReactNode, Suspense } from 'react';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import type { ControlProps } from '../controls/use-control.ts';

const Apps = lazy(() => import('./apps.tsx'));

/** The catalog's apps, each with a switch; the catalog is a separate chunk. */
export function AppListControl(props: ControlProps): ReactNode {
  return (
    <Suspense fallback={<SkeletonLines count={8} height="56px" />}>
      <Apps {...props} />
    </Suspense>
  );
}
