import { listTagRules, type TagRule } from '@berth/contract/api/tag-rules';
import type { OrganizationId } from '@berth/contract/ids';
import { useTexts } from '@berth/web/i18n/store.ts';
import { Button } from '@mantine/core';
import { IconPencil, IconPlus, IconTagStarred, IconTrash } from '@tabler/icons-react';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { read } from '../../data/query.ts';
import { Panel } from '../../ui/page.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { TagList } from '../machines/tags.tsx';
import { useMay } from '../organizations/queries.ts';
import { LoadError } from '../parts/loading.tsx';
import { RowAction, RowActions, SimpleTable } from '../parts/simple-table.tsx';
import { applyRule, editRule, makeRule, removeRule } from './rule-actions.ts';
import styles from './rules-panel.module.css';

interface RulesPanelProps {
  readonly orgId: OrganizationId;
}

/** The rules that tag new machines. */
export function RulesPanel({ orgId }: RulesPanelProps): ReactNode {
  const { t } = useTexts();
  const mayChange = useMay('machine.write');
  const list = useQuery(read(listTagRules, { params: { orgId } }));
  return (
    <Panel
      flush
      title={t('machines.rules')}
      actions={
        mayChange && (
          <Button
            variant="default"
            leftSection={<IconPlus size={18} aria-hidden />}
            onClick={() => void makeRule(orgId)}
          >
            {t('machines.rules.make')}
          </Button>
        )
      }
    >
      <p className={styles.about}>{t('machines.rules.subtitle')}</p>
      <Content orgId={orgId} list={list} mayChange={mayChange} />
    </Panel>
  );
}

interface ContentProps extends RulesPanelProps {
  readonly list: UseQueryResult<readonly TagRule[]>;
  readonly mayChange: boolean;
}

function Content({ orgId, list: { data, error, refetch }, mayChange }: ContentProps): ReactNode {
  const { t } = useTexts();
  if (error && !data) return <LoadError error={error} retry={() => void refetch()} />;
  if (!data) return <SkeletonLines count={2} />;
  if (data.length === 0) return <p className={styles.about}>{t('machines.rules.empty')}</p>;
  return (
    <SimpleTable
      label={t('machines.rules')}
      head={[t('common.name'), t('machines.rules.if'), t('machines.tags'), '']}
      rows={data.map((rule) => ({
        id: rule.id,
        cells: [
          rule.name,
          <Conditions key="if" {...rule} />,
          <TagList key="tags" tags={rule.tags} />,
          mayChange && (
            <RowActions key="actions">
              <RowAction
                icon={IconTagStarred}
                label={t('machines.rules.applyOf', { name: rule.name })}
                onClick={() => void applyRule(orgId, rule)}
              />
              <RowAction
                icon={IconPencil}
                label={t('machines.rules.editOf', { name: rule.name })}
                onClick={() => void editRule(orgId, rule)}
              />
              <RowAction
                icon={IconTrash}
                label={t('machines.rules.deleteOf', { name: rule.name })}
                onClick={() => void removeRule(orgId, rule)}
              />
            </RowActions>
          ),
        ],
      }))}
    />
  );
}

/** What a rule asks of a machine, a line each. */
function Conditions({ networks, nameLike, modelLike }: TagRule): ReactNode {
  const { t } = useTexts();
  const values = { networks: networks?.join(', '), nameLike, modelLike };
  return (
    <span className={styles.conditions}>
      {CONDITIONS.map((name) => {
        const value = values[name];
        return value !== undefined && <span key={name}>{t(`machines.rules.is.${name}`, { value })}</span>;
      })}
    </span>
  );
}

const CONDITIONS = ['networks', 'nameLike', 'modelLike'] as const;
