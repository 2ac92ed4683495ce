import type { ControlProps } from '@jsonforms/core';
import { withJsonFormsControlProps } from '@jsonforms/react';
import { lazy, type ReactNode, Suspense } from 'react';
import { SkeletonLines } from '../../ui/skeleton.tsx';

const Apps = lazy(() => import('./apps.tsx'));

/** The catalogue's apps, to be switched on and off; the catalogue is a chunk of its own. */
export const AppListControl = withJsonFormsControlProps(function AppList(props: ControlProps): ReactNode {
  if (!props.visible) return null;
  return (
    <Suspense fallback={<SkeletonLines count={8} height="56px" />}>
      <Apps {...props} />
    </Suspense>
  );
});
