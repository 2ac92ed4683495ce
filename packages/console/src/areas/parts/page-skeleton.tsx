import type { ReactNode } from 'react';
import { Page } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';

/** The shape of a page of panels that is loading. */
export function PageSkeleton({ title }: { readonly title: string }): ReactNode {
  return (
    <Page title={title}>
      <div aria-busy="true">
        <Panel>
          <SkeletonLines count={6} />
        </Panel>
      </div>
    </Page>
  );
}
