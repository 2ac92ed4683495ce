import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Panel } from '../../ui/page.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { LoadError } from './loading.tsx';

interface LoadedPanelProps<Data> {
  readonly title: string;
  /** A remark beside the title. */
  readonly note?: ReactNode;
  readonly query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'refetch'>;
  /** Lines of the skeleton, about as many as the content has. */
  readonly lines: number;
  readonly children: (data: Data) => ReactNode;
}

/** A panel with what a query loads; a skeleton until then, and the error if it fails. */
export function LoadedPanel<Data>({ title, note, query, lines, children }: LoadedPanelProps<Data>): ReactNode {
  return (
    <Panel title={title} note={note}>
      {contentOf(query, lines, children)}
    </Panel>
  );
}

function contentOf<Data>(
  { data, error, refetch }: LoadedPanelProps<Data>['query'],
  lines: number,
  show: (data: Data) => ReactNode,
): ReactNode {
  if (data !== undefined) return show(data);
  if (error) return <LoadError error={error} retry={() => void refetch()} />;
  return (
    <div aria-busy="true">
      <SkeletonLines count={lines} />
    </div>
  );
}
