import { Button } from '@mantine/core';
import { IconPlus, type TablerIcon } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { EmptyState } from '../../ui/notice.tsx';
import { Page, Panel } from '../../ui/page.tsx';
import { LoadError, PageSkeleton } from './loading.tsx';

/** Button that creates a row. */
interface CreateAction {
  readonly label: string;
  readonly onClick: () => void;
}

interface ListPageProps<Row> {
  readonly title: string;
  readonly subtitle: string;
  readonly list: Pick<UseQueryResult<readonly Row[]>, 'data' | 'error'> & { readonly refetch: () => unknown };
  /** In the heading, and in place of the first row; false for those who may not. */
  readonly create?: CreateAction | false;
  readonly empty: { readonly icon: TablerIcon; readonly title: string; readonly text: string };
  /** Renders the table of one row or more. */
  readonly children: (rows: readonly Row[]) => ReactNode;
  /** What belongs to the list, below it. */
  readonly below?: ReactNode;
}

/** A page with one short list, loaded whole: its table, or how to create the first row. */
export function ListPage<Row>(props: ListPageProps<Row>): ReactNode {
  const { title, subtitle, list, create = false, empty, children, below } = props;
  const { data, error, refetch } = list;
  if (error && !data) return <LoadError error={error} retry={() => void refetch()} />;
  if (!data) return <PageSkeleton title={title} />;
  const button = create && (
    <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={create.onClick}>
      {create.label}
    </Button>
  );
  return (
    <Page wide title={title} subtitle={subtitle} actions={(data.length > 0 && button) || undefined}>
      <Panel flush>
        {data.length > 0 ? (
          children(data)
        ) : (
          <EmptyState icon={empty.icon} title={empty.title} action={button}>
            {empty.text}
          </EmptyState>
        )}
      </Panel>
      {below}
    </Page>
  );
}
