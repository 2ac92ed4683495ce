import type { ControlProps } from '@jsonforms/core';
import { withJsonFormsControlProps } from '@jsonforms/react';
import { lazy, type ReactNode, Suspense } from 'react';
import { Skeleton } from '../../ui/skeleton.tsx';

const Grid = lazy(() => import('./grid.tsx'));

/** One layout of the Info Section's widgets, arranged on its grid; the editor is a chunk of its own. */
export const WidgetGridControl = withJsonFormsControlProps(function WidgetGrid(props: ControlProps): ReactNode {
  if (!props.visible) return null;
  return (
    <Suspense fallback={<Skeleton height="240px" />}>
      <Grid {...props} />
    </Suspense>
  );
});
