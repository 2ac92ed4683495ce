import { lazy, type ReactNode, Suspense } from 'react';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { ControlProps } from '../controls/use-control.ts';

const Grid = lazy(() => import('./grid.tsx'));

/** One layout of the Info Section's widgets, arranged on its grid; the editor is a separate chunk. */
export function WidgetGridControl(props: ControlProps): ReactNode {
  return (
    <Suspense fallback={<Skeleton height="240px" />}>
      <Grid {...props} />
    </Suspense>
  );
}
