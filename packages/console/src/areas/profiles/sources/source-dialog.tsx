import { listDefinitionValues } from '@berth/contract/api/impact';
import type { Profile } from '@berth/contract/api/profiles';
import type { OrganizationId } from '@berth/contract/ids';
import { loadTexts, useTexts } from '@berth/web/i18n/store.ts';
import type { Texts } from '@berth/web/i18n/texts.ts';
import { goTo, paths } from '@berth/web/paths/paths.ts';
import { Dialog } from '@berth/web/ui/dialog.tsx';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { read } from '../../../data/query.ts';
import { valueAtPointer } from '../../../forms/state/values-at-path.ts';
import { SkeletonLines } from '../../../ui/skeleton.tsx';
import { openDialog } from '../../dialogs/stack.tsx';
import { LoadError } from '../../parts/loading.tsx';
import { shownValue } from '../differences.tsx';
import { fieldName } from '../form-list.ts';
import type { Definition } from '../use-draft.ts';
import styles from './source-dialog.module.css';
import type { FieldLayer } from './source-marks.tsx';

interface SourceDialogProps {
  readonly path: string;
  readonly pointer: string;
  /** From below. */
  readonly layers: readonly FieldLayer[];
  readonly profile: Profile;
  readonly definition: Definition;
  readonly close: () => void;
}

function SourceDialog({ path, pointer, layers, profile, definition, close }: SourceDialogProps): ReactNode {
  const texts = useTexts();
  const { t } = texts;
  const chain = [
    ...layers.filter(({ scope }) => scope !== 'organization').toReversed(),
    { name: profile.name, value: valueAtPointer(definition, pointer) },
    ...layers.filter(({ scope }) => scope === 'organization').toReversed(),
  ];
  return (
    <Dialog
      title={fieldName(texts, pointer)}
      onClose={close}
      actions={
        <Button data-autofocus variant="default" onClick={close}>
          {t('common.close')}
        </Button>
      }
    >
      <section className={styles.part}>
        <h3>{t('machines.why.sources')}</h3>
        <ol className={styles.chain}>
          {chain.map((each) =>
            'scope' in each ? (
              <Layer key={each.id} layer={each} close={close} />
            ) : (
              <li key="profile">
                <span className={styles.name}>
                  {t('machines.why.scope.profile')}: {each.name}
                </span>
                <span>{textOf(each.value, texts)}</span>
              </li>
            ),
          )}
        </ol>
      </section>
      <section className={styles.part}>
        <h3>{t('machines.source.values')}</h3>
        <Values orgId={profile.organizationId} path={path} close={close} />
      </section>
    </Dialog>
  );
}

function Layer({ layer, close }: { readonly layer: FieldLayer; readonly close: () => void }): ReactNode {
  const texts = useTexts();
  const { t } = texts;
  const { id, name, scope, tag, kind, value, locks, machines } = layer;
  const place = tag === null ? t(`machines.why.scope.${scope}`) : t('machines.why.tag', { tag });
  const said = kind === 'off' ? t('machines.why.off') : kind === null ? '' : textOf(value, texts);
  return (
    <li>
      <span className={styles.name}>
        {place}:{' '}
        <Place to={paths.layer(id)} close={close}>
          {name}
        </Place>
      </span>
      <span>{said}</span>
      <span className={styles.effect}>
        {locks && `${t('machines.why.locked')}. `}
        {machines > 0 ? t('machines.source.applies', { count: machines }) : t('machines.why.hidden')}
      </span>
    </li>
  );
}

interface ValuesProps {
  readonly orgId: OrganizationId;
  readonly path: string;
  readonly close: () => void;
}

/** Which machines have which value at the field, and from where. */
function Values({ orgId, path, close }: ValuesProps): ReactNode {
  const texts = useTexts();
  const { t } = texts;
  const { data, error, refetch } = useQuery(read(listDefinitionValues, { params: { orgId }, query: { path } }));
  if (error && !data) return <LoadError error={error} retry={() => void refetch()} />;
  if (!data) return <SkeletonLines count={3} />;
  if (data.length === 0) return <p>{t('machines.source.none')}</p>;
  return (
    <ul className={styles.values}>
      {data.map(({ value, source, sourceName, machines, first }) => (
        <li key={`${source} ${JSON.stringify(value)}`}>
          <span className={styles.name}>{textOf(value, texts)}</span>
          <span className={styles.effect}>
            {source === 'default' ? t('machines.why.default') : sourceName},{' '}
            {t('machines.source.count', { count: machines })}
          </span>
          <span className={styles.machines}>
            {first.slice(0, NAMED).map(({ id, name }) => (
              <Place key={id} to={`${paths.machine(id)}?tab=configuration`} close={close}>
                {name}
              </Place>
            ))}
            {machines > NAMED && <span>{t('console.impact.more', { count: machines - NAMED })}</span>}
          </span>
        </li>
      ))}
    </ul>
  );
}

interface PlaceProps {
  readonly to: string;
  readonly close: () => void;
  readonly children: ReactNode;
}

/** A link out of the dialog, which is outside of the router. */
function Place({ to, close, children }: PlaceProps): ReactNode {
  return (
    <a
      href={to}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        close();
        goTo(to);
      }}
    >
      {children}
    </a>
  );
}

/** Machines of each value that are named. */
const NAMED = 5;

function textOf(value: unknown, texts: Texts): string {
  return value === undefined || value === '' ? texts.t('console.history.nothing') : shownValue(value, texts);
}

/** Shows where a field's value comes from, what hides it, and which machines have which value. */
export async function openSource(shown: Omit<SourceDialogProps, 'close'>): Promise<void> {
  await loadTexts(['machines']);
  await openDialog<undefined>((close) => <SourceDialog {...shown} close={() => close(undefined)} />);
}

/** Shows which machines have which value at a field, and why. */
export async function openValues(orgId: OrganizationId, path: string): Promise<void> {
  await loadTexts(['machines', 'forms', 'profile']);
  await openDialog<undefined>((close) => <ValuesDialog orgId={orgId} path={path} close={() => close(undefined)} />);
}

function ValuesDialog(props: ValuesProps): ReactNode {
  const texts = useTexts();
  return (
    <Dialog
      title={fieldName(texts, props.path)}
      onClose={props.close}
      actions={
        <Button data-autofocus variant="default" onClick={props.close}>
          {texts.t('common.close')}
        </Button>
      }
    >
      <section className={styles.part}>
        <h3>{texts.t('machines.source.values')}</h3>
        <Values {...props} />
      </section>
    </Dialog>
  );
}
