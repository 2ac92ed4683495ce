import { type DefinitionSource, readMachineDefinition, type Why } from '@berth/contract/api/layers';
import type { Machine } from '@berth/contract/api/machines';
import type { LayerId } from '@berth/contract/ids';
import { useTexts } from '@berth/web/i18n/store.ts';
import type { Texts } from '@berth/web/i18n/texts.ts';
import { goTo, paths } from '@berth/web/paths/paths.ts';
import { Button, TextInput } from '@mantine/core';
import { IconLock, IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { read } from '../../../data/query.ts';
import { Panel } from '../../../ui/page.tsx';
import { SkeletonLines } from '../../../ui/skeleton.tsx';
import { makeMachineLayer } from '../../layers/layer-actions.tsx';
import { useMay } from '../../organizations/queries.ts';
import { LoadError } from '../../parts/loading.tsx';
import { personName } from '../../parts/person-name.ts';
import { shownValue } from '../../profiles/differences.tsx';
import { fieldName } from '../../profiles/form-list.ts';
import { openValues } from '../../profiles/sources/source-dialog.tsx';
import listStyles from './list-panel.module.css';
import styles from './why-panel.module.css';

/** What a machine's profile and layers make, and for each value where it comes from and what it hides. */
export function WhyPanel({ machine }: { readonly machine: Machine }): ReactNode {
  const { t } = useTexts();
  const mayChange = useMay('profile.write');
  const { data, error, refetch } = useQuery({
    ...read(readMachineDefinition, { params: { id: machine.id }, query: { why: true } }),
    enabled: machine.profileId !== null,
  });
  if (machine.profileId === null) {
    return (
      <Panel title={t('machines.why.title')} flush>
        <p className={listStyles.padded}>{t('machines.why.noProfile')}</p>
      </Panel>
    );
  }
  if (error && !data) return <LoadError error={error} retry={() => void refetch()} />;
  if (!data) return <SkeletonLines count={6} />;
  return (
    <>
      <Panel
        title={t('machines.why.sources')}
        flush
        actions={mayChange && <OwnLayer machine={machine} sources={data.sources} />}
      >
        <ol className={listStyles.list}>
          {data.sources.toReversed().map((source) => (
            <Source key={source.id} source={source} />
          ))}
        </ol>
      </Panel>
      <Values orgId={machine.organizationId} all={(data.why ?? []).filter(isShown)} sources={data.sources} />
    </>
  );
}

/** Opens the machine's own layer, which is above all others. */
function OwnLayer({ machine, sources }: { readonly machine: Machine } & Pick<ValuesProps, 'sources'>): ReactNode {
  const { t } = useTexts();
  const { id, name, organizationId } = machine;
  const own = sources.find(({ scope }) => scope === 'machine')?.id as LayerId | undefined;
  const open = () => (own === undefined ? void makeMachineLayer(organizationId, id, name) : goTo(paths.layer(own)));
  return (
    <Button variant="default" onClick={open}>
      {t('machines.why.ownLayer')}
    </Button>
  );
}

/** Lists and entries say nothing that their fields do not say. */
function isShown({ value, chain }: Why): boolean {
  return value !== undefined || chain.at(-1)?.kind === 'off';
}

function Source({ source }: { readonly source: DefinitionSource }): ReactNode {
  const { t, relative } = useTexts();
  const { name, revision, author, changedAt, note, faults } = source;
  const when = relative(changedAt, Date.now());
  return (
    <li className={listStyles.row}>
      <span className={listStyles.main}>
        <span className={listStyles.first}>{name}</span>
        {faults.length > 0 && <span className={styles.bad}>{t('machines.why.leftOut')}</span>}
      </span>
      <span>{scopeText(source, t)}</span>
      <span className={listStyles.aside}>
        <span>{t('console.profile.saved', { revision, author: personName(t, author), when })}</span>
        {note !== null && <span>{note}</span>}
      </span>
    </li>
  );
}

interface ValuesProps {
  readonly orgId: Machine['organizationId'];
  readonly all: readonly Why[];
  readonly sources: readonly DefinitionSource[];
}

function Values({ orgId, all, sources }: ValuesProps): ReactNode {
  const texts = useTexts();
  const { t } = texts;
  const [search, setSearch] = useState('');
  const wanted = search.trim().toLowerCase();
  const rows = all
    .map((why) => ({ why, name: fieldName(texts, why.pointer ?? why.path), value: valueText(why.value, texts) }))
    .filter(({ name, value }) => `${name} ${value}`.toLowerCase().includes(wanted));
  return (
    <Panel
      title={t('machines.why.title')}
      flush
      actions={
        <TextInput
          type="search"
          aria-label={t('machines.why.search')}
          placeholder={t('machines.why.search')}
          leftSection={<IconSearch size={16} aria-hidden />}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
      }
    >
      {rows.length === 0 && <p className={listStyles.padded}>{t('machines.why.none')}</p>}
      <ul className={listStyles.list}>
        {rows.map(({ why, name, value }) => (
          <li key={why.path} className={styles.field}>
            <details>
              <summary className={styles.summary}>
                <span className={styles.name}>{name}</span>
                <span className={styles.value}>{value}</span>
                <span className={styles.source}>
                  {why.lockedBy !== null && <IconLock size={16} aria-label={t('machines.why.locked')} />}
                  {sourceName(why.source, sources, t)}
                </span>
              </summary>
              <Chain why={why} sources={sources} />
              <Button
                variant="subtle"
                size="xs"
                className={styles.values}
                onClick={() => void openValues(orgId, why.path)}
              >
                {t('machines.source.open')}
              </Button>
            </details>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** All that was said about a field, the highest layer first. */
function Chain({ why, sources }: { readonly why: Why } & Pick<ValuesProps, 'sources'>): ReactNode {
  const texts = useTexts();
  const { t } = texts;
  const effectOf = ({ source, lockedBy }: Why['chain'][number]) => {
    if (lockedBy !== null) return t('machines.why.refused', { layer: sourceName(lockedBy, sources, t) });
    return source === why.source ? t('machines.why.applies') : t('machines.why.hidden');
  };
  return (
    <ol className={styles.chain}>
      {why.chain.toReversed().map((link) => (
        <li key={link.source}>
          <span className={styles.value}>
            {link.kind === 'off' ? t('machines.why.off') : valueText(link.value, texts)}
          </span>
          <span>{sourceName(link.source, sources, t)}</span>
          <span className={styles.effect}>{effectOf(link)}</span>
        </li>
      ))}
    </ol>
  );
}

function valueText(value: unknown, texts: Texts): string {
  if (value === undefined) return texts.t('machines.why.off');
  return value === '' ? texts.t('console.history.nothing') : shownValue(value, texts);
}

function sourceName(id: Why['source'], sources: readonly DefinitionSource[], t: Texts['t']): string {
  const source = sources.find((each) => each.id === id);
  return source ? `${scopeText(source, t)}: ${source.name}` : t('machines.why.default');
}

function scopeText({ scope, tag }: DefinitionSource, t: Texts['t']): string {
  return tag === null ? t(`machines.why.scope.${scope}`) : t('machines.why.tag', { tag });
}
