import { exportMachines } from '@berth/contract/api/fleet';
import type { OrganizationId } from '@berth/contract/ids';
import { useTexts } from '@berth/web/i18n/store.ts';
import { ActionIcon, Button, Menu } from '@mantine/core';
import {
  IconBookmark,
  IconBookmarkOff,
  IconChevronDown,
  IconColumns,
  IconFileDownload,
  IconFileUpload,
  IconX,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { saveReply } from '../../../data/save-file.ts';
import { csvSeparator } from '../../../data/spreadsheet.ts';
import { DANGER } from '../../../ui/mantine/theme.ts';
import { IN_CONTENT } from '../../../ui/page.tsx';
import { lacksPro, ProMark } from '../../billing/pro-gate.tsx';
import { inform } from '../../dialogs/inform.tsx';
import { showError } from '../../dialogs/show-error.tsx';
import { useMay } from '../../organizations/queries.ts';
import { BULK_ACTIONS, QUICK_ACTIONS } from './bulk-actions.ts';
import styles from './bulk-bar.module.css';
import { COLUMNS } from './columns.tsx';
import { importFromFile } from './import-dialog.tsx';
import { ProfileDrop } from './profile-drop.tsx';
import { ALL_SELECTED, countSelected, NOTHING_SELECTED, type Selection, selectorsOf } from './selection.ts';
import type { MachineView } from './use-machine-view.ts';
import { deleteView, saveView, viewsQuery } from './views.ts';

interface SelectionProps {
  readonly orgId: OrganizationId;
  readonly where: object;
  /** Number of machines that match the filter. */
  readonly total: number;
  readonly selection: Selection;
  readonly onSelect: (selection: Selection) => void;
}

/** Runs an action on the selected machines; without a selection it says that one is required. */
function useBulk({ orgId, where, total, selection, onSelect }: SelectionProps) {
  const may = { 'machine.write': useMay('machine.write'), 'machine.command': useMay('machine.command') };
  const count = countSelected(selection, total);
  const act = async (run: (typeof BULK_ACTIONS)[number]['run']) => {
    if (count === 0) return inform(({ t }) => ({ title: t('machines.bulk'), message: t('machines.select.missing') }));
    const done = await run({ orgId, count, selectors: selectorsOf(selection, where) });
    if (done) onSelect(NOTHING_SELECTED);
  };
  return { actions: BULK_ACTIONS.filter(({ permission }) => may[permission]), count, act };
}

/** A list whose header is covered by the actions on selected machines, so that no row moves. */
export function SelectableList({ children, ...props }: SelectionProps & { readonly children: ReactNode }): ReactNode {
  return (
    <div className={styles.list}>
      <BulkBar {...props} />
      <ProfileDrop {...props}>{children}</ProfileDrop>
    </div>
  );
}

function BulkBar(props: SelectionProps): ReactNode {
  const { orgId, total, onSelect } = props;
  const { t } = useTexts();
  const { actions, count, act } = useBulk(props);
  if (count === 0) return null;
  return (
    <div className={styles.bar}>
      <span className={styles.count} role="status">
        {t('machines.selected', { count })}
      </span>
      {count < total && (
        <button type="button" className={styles.all} onClick={() => onSelect(ALL_SELECTED)}>
          {t('machines.select.everything', { count: total })}
        </button>
      )}
      <span className={styles.actions}>
        {actions
          .filter(({ label }) => QUICK_ACTIONS.includes(label))
          .map(({ label, icon: Icon, run }) => (
            <Button
              key={label}
              variant="default"
              size="xs"
              className={styles.quick}
              leftSection={<Icon size={16} stroke={1.75} aria-hidden />}
              onClick={() => void act(run)}
            >
              {t(label)}
            </Button>
          ))}
        <ActionMenu orgId={orgId} actions={actions} act={act} />
        <ActionIcon
          variant="subtle"
          size={28}
          className={styles.clear}
          aria-label={t('machines.select.clear')}
          onClick={() => onSelect(NOTHING_SELECTED)}
        >
          <IconX size={18} stroke={1.5} aria-hidden />
        </ActionIcon>
      </span>
    </div>
  );
}

/** Number of matching machines, and the name of the view. */
export function ListActions({ view, ...props }: SelectionProps & { readonly view: MachineView }): ReactNode {
  const { orgId, total, selection } = props;
  const { t } = useTexts();
  const count = countSelected(selection, total);
  return (
    <>
      <span className={styles.found} role="status">
        {count === 0 && view.isFiltered && t('machines.found', { total })}
      </span>
      <ViewButton orgId={orgId} view={view} />
    </>
  );
}

interface ActionMenuProps {
  readonly orgId: OrganizationId;
  readonly actions: typeof BULK_ACTIONS;
  readonly act: (run: (typeof BULK_ACTIONS)[number]['run']) => unknown;
  readonly size?: 'xs' | 'sm';
}

function ActionMenu({ orgId, actions, act, size = 'xs' }: ActionMenuProps): ReactNode {
  const { t } = useTexts();
  if (actions.length === 0) return null;
  return (
    <Menu position="bottom-end" portalProps={IN_CONTENT}>
      <Menu.Target>
        <Button variant="default" size={size} rightSection={<IconChevronDown size={16} stroke={1.5} aria-hidden />}>
          {t('machines.bulk')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {actions.map(({ label, icon: Icon, danger, pro, run }) => (
          <Menu.Item
            key={label}
            leftSection={<Icon size={18} stroke={1.5} aria-hidden />}
            rightSection={pro && lacksPro(orgId) && <ProMark />}
            onClick={() => void act(run)}
            {...(danger ? { color: DANGER } : {})}
          >
            {t(label)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/** Saves the current list as a view, or deletes the current view. */
function ViewButton({ orgId, view }: { readonly orgId: OrganizationId; readonly view: MachineView }): ReactNode {
  const { t } = useTexts();
  const mayChange = useMay('machine.write');
  const { data } = useQuery(viewsQuery(orgId));
  if (!mayChange || view.query === '') return null;
  const saved = data?.find(({ query }) => query === view.query);
  const Icon = saved ? IconBookmarkOff : IconBookmark;
  return (
    <Button
      variant="subtle"
      size="xs"
      leftSection={<Icon size={16} stroke={1.75} aria-hidden />}
      onClick={() => void (saved ? deleteView(orgId, saved) : saveView(orgId, view.query))}
    >
      {t(saved ? 'machines.view.delete' : 'machines.view.save')}
    </Button>
  );
}

interface ListMenuProps extends SelectionProps {
  readonly view: MachineView;
  readonly shown: readonly string[];
}

/** Column selection, export and import. */
export function ListMenus({ view, shown, ...props }: ListMenuProps): ReactNode {
  const { orgId, where } = props;
  const { t, language } = useTexts();
  const { actions, count, act } = useBulk(props);
  const mayChange = useMay('machine.write');
  const save = () => {
    const query = { filter: JSON.stringify({ where }), separator: csvSeparator(language) };
    return saveReply(exportMachines, { params: { orgId }, query }).catch(showError);
  };
  const toggle = (id: string) => {
    const next = COLUMNS.map((column) => column.id).filter((each) => shown.includes(each) !== (each === id));
    view.setColumns(next.length === 0 ? ['name'] : next);
  };
  return (
    <>
      <ActionIcon
        variant="subtle"
        size={32}
        className={styles.onlyWide}
        aria-label={t('machines.export')}
        title={t('machines.export')}
        onClick={() => void save()}
      >
        <IconFileDownload size={18} stroke={1.5} aria-hidden />
      </ActionIcon>
      {mayChange && (
        <ActionIcon
          variant="subtle"
          size={32}
          className={styles.onlyWide}
          aria-label={t('machines.import')}
          title={t('machines.import')}
          onClick={() => void importFromFile(orgId)}
        >
          <IconFileUpload size={18} stroke={1.5} aria-hidden />
        </ActionIcon>
      )}
      <Menu position="bottom-end" portalProps={IN_CONTENT} closeOnItemClick={false}>
        <Menu.Target>
          <ActionIcon
            variant="subtle"
            size={32}
            className={styles.onlyWide}
            aria-label={t('machines.columns')}
            title={t('machines.columns')}
          >
            <IconColumns size={18} stroke={1.5} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {COLUMNS.filter(({ id }) => id !== 'name').map(({ id, header }) => (
            <Menu.CheckboxItem key={id} checked={shown.includes(id)} onChange={() => toggle(id)}>
              {t(header)}
            </Menu.CheckboxItem>
          ))}
          <Menu.Divider />
          <Menu.CheckboxItem checked={view.isComfortable} onChange={() => view.setComfortable(!view.isComfortable)}>
            {t('machines.comfortable')}
          </Menu.CheckboxItem>
        </Menu.Dropdown>
      </Menu>
      {count === 0 && <ActionMenu orgId={orgId} actions={actions} act={act} size="sm" />}
    </>
  );
}
