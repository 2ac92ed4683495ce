import { listProductIds, type ProductId, withdrawProductId } from '@berth/contract/api/product-ids';
import { shortId } from '@berth/contract/rules/names';
import { call } from '@berth/web/data/call.ts';
import { useTexts } from '@berth/web/i18n/store.ts';
import { Button } from '@mantine/core';
import { IconLicense } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { queryKey, reload } from '../../data/query.ts';
import { pagesOf, useRowPages } from '../../data/row-pages.ts';
import { DANGER } from '../../ui/mantine/theme.ts';
import { confirm } from '../dialogs/confirm.tsx';
import { showError } from '../dialogs/show-error.tsx';
import { ListPage } from '../parts/list-page.tsx';
import { MoreRows } from '../parts/more-rows.tsx';
import { personName } from '../parts/person-name.ts';
import { SimpleTable } from '../parts/simple-table.tsx';
import { toast } from '../parts/toast.ts';
import { issue } from './issue-dialog.tsx';

const PAGE = 500;

/** For platform administrators: the licenses of smart-series machines. */
export function Component(): ReactNode {
  const { t } = useTexts();
  const list = useRowPages({
    queryKey: queryKey(listProductIds),
    read: ({ skip, signal }) => call(listProductIds, { query: { limit: PAGE, skip }, signal }),
    next: pagesOf(PAGE),
  });
  return (
    <ListPage
      title={t('console.nav.productIds')}
      subtitle={t('products.subtitle')}
      list={list}
      create={{ label: t('products.issue'), onClick: () => void issueAndRefresh() }}
      empty={{ icon: IconLicense, title: t('products.empty'), text: t('products.empty.text') }}
    >
      {(productIds) => (
        <>
          <ProductTable productIds={productIds} />
          <MoreRows {...list.more} />
        </>
      )}
    </ListPage>
  );
}

function ProductTable({ productIds }: { readonly productIds: readonly ProductId[] }): ReactNode {
  const { t, dateTime } = useTexts();
  return (
    <SimpleTable
      label={t('console.nav.productIds')}
      head={[
        t('products.id'),
        t('products.variant'),
        t('products.machine'),
        t('products.note'),
        t('products.issued'),
        '',
      ]}
      rows={productIds.map((productId) => ({
        id: productId.id,
        cells: [
          productId.hint === '' ? t('products.earlier') : <code key="id">…{productId.hint}</code>,
          t(`console.deployment.${productId.deployment}`),
          productId.machineId === null || productId.boundAt === null ? (
            t('products.unused')
          ) : (
            <span key="machine" title={t('products.boundAt', { time: dateTime(productId.boundAt) })}>
              <code>{shortId(productId.machineId)}</code>
            </span>
          ),
          productId.note || '–',
          <time
            key="issued"
            dateTime={productId.createdAt}
            title={t('products.issuedBy', { email: personName(t, productId.createdBy) })}
          >
            {dateTime(productId.createdAt)}
          </time>,
          <Button
            key="withdraw"
            variant="default"
            color={DANGER}
            aria-label={t('products.withdrawOf', { hint: nameOf(productId) })}
            onClick={() => void withdraw(productId)}
          >
            {t('products.withdraw')}
          </Button>,
        ],
      }))}
    />
  );
}

function nameOf({ hint, machineId }: ProductId): string {
  return hint === '' && machineId !== null ? shortId(machineId) : `…${hint}`;
}

async function issueAndRefresh(): Promise<void> {
  await issue();
  await reload(listProductIds);
}

async function withdraw(productId: ProductId): Promise<void> {
  const { id, machineId } = productId;
  const sure = await confirm(({ t }) => ({
    title: t('products.withdraw.title', { hint: nameOf(productId) }),
    message:
      machineId === null
        ? t('products.withdraw.unused')
        : t('products.withdraw.bound', { machine: shortId(machineId) }),
    yes: t('products.withdraw'),
    danger: true,
  }));
  if (!sure) return;
  try {
    await call(withdrawProductId, { params: { id } });
    toast(({ t }) => t('products.withdrawn'));
  } catch (error) {
    await showError(error);
  }
  await reload(listProductIds);
}
