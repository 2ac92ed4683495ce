import type { MachineId, OrganizationId, ProfileId } from '@berth/contract/ids';
import { useTexts } from '@berth/web/i18n/store.ts';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { profilesQuery, useMay } from '../../organizations/queries.ts';
import { moveToProfile } from './bulk-actions.ts';
import styles from './profile-drop.module.css';
import { countSelected, isSelected, NOTHING_SELECTED, type Selection, selectorsOf } from './selection.ts';

interface ProfileDropProps {
  readonly orgId: OrganizationId;
  readonly where: object;
  /** Number of machines that match the filter. */
  readonly total: number;
  readonly selection: Selection;
  readonly onSelect: (selection: Selection) => void;
  /** The list; machines are dragged by their names. */
  readonly children: ReactNode;
}

/** The link to a machine's page. */
const MACHINE = /\/manage\/machines\/([0-9a-f]{32})$/;

/** A list whose machines can be dragged to a profile: a single one, or the selection if it is part of it. */
export function ProfileDrop({ orgId, where, total, selection, onSelect, children }: ProfileDropProps): ReactNode {
  const mayChange = useMay('machine.write');
  const [dragged, setDragged] = useState<Selection>();
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = list.current;
    const start = ({ target, dataTransfer }: DragEvent) => {
      const link = target instanceof Element ? target.closest('a') : null;
      const id = MACHINE.exec(link?.pathname ?? '')?.[1] as MachineId | undefined;
      if (!mayChange || id === undefined) return;
      if (dataTransfer) dataTransfer.effectAllowed = 'move';
      setDragged(isSelected(selection, id) ? selection : { kind: 'some', ids: new Set([id]) });
    };
    const end = () => setDragged(undefined);
    element?.addEventListener('dragstart', start);
    element?.addEventListener('dragend', end);
    return () => {
      element?.removeEventListener('dragstart', start);
      element?.removeEventListener('dragend', end);
    };
  }, [mayChange, selection]);
  const drop = async (profileId: ProfileId) => {
    if (!dragged) return;
    setDragged(undefined);
    const meant = { orgId, count: countSelected(dragged, total), selectors: selectorsOf(dragged, where) };
    if ((await moveToProfile(meant, profileId)) && dragged === selection) onSelect(NOTHING_SELECTED);
  };
  return (
    // For keyboard and touch the same action is in each machine's menu and in the bulk actions.
    <div ref={list} className={styles.list}>
      {children}
      {dragged && <Profiles orgId={orgId} count={countSelected(dragged, total)} onDrop={(id) => void drop(id)} />}
    </div>
  );
}

interface ProfilesProps {
  readonly orgId: OrganizationId;
  readonly count: number;
  readonly onDrop: (profileId: ProfileId) => void;
}

function Profiles({ orgId, count, onDrop }: ProfilesProps): ReactNode {
  const { t } = useTexts();
  const { data = [] } = useQuery(profilesQuery(orgId));
  const [over, setOver] = useState<ProfileId>();
  return (
    <section className={styles.panel} aria-label={t('machines.drop', { count })}>
      <h2 className={styles.title}>{t('machines.drop', { count })}</h2>
      <ul className={styles.profiles}>
        {data.map(({ id, name }) => (
          <li
            key={id}
            className={styles.profile}
            data-over={over === id || undefined}
            onDragEnter={() => setOver(id)}
            onDragOver={(event) => event.preventDefault()}
            onDrop={(event) => {
              event.preventDefault();
              onDrop(id);
            }}
          >
            {name}
          </li>
        ))}
      </ul>
    </section>
  );
}
