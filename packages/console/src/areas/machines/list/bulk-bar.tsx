import { exportMachines } from '@berth/contract/api/fleet';
import type { OrganizationId } from '@berth/contract/ids';
import { useTexts } from '@berth/web/i18n/store.ts';
import { ActionIcon, Button, Menu } from '@mantine/core';
import { IconChevronDown, IconColumns, IconFileDownload, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { saveReply } from '../../../data/save-file.ts';
import { DANGER } from '../../../ui/mantine/theme.ts';
import { lacksPro, ProMark } from '../../billing/pro-gate.tsx';
import { inform } from '../../dialogs/inform.tsx';
import { showError } from '../../dialogs/show-error.tsx';
import { useMay } from '../../organizations/queries.ts';
import { IN_CONTENT } from '../../parts/in-content.ts';
import { BULK_ACTIONS } from './bulk-actions.ts';
import styles from './bulk-bar.module.css';
import { COLUMNS, USUAL_COLUMNS } from './columns.tsx';
import { countSelected, NOTHING_SELECTED, type Selection, selectorsOf } from './selection.ts';
import type { MachineView } from './use-machine-view.ts';

interface BulkBarProps {
  readonly orgId: OrganizationId;
  readonly view: MachineView;
  readonly where: object;
  /** How many machines the filter finds. */
  readonly total: number;
  readonly selection: Selection;
  readonly onSelect: (selection: Selection) => void;
  /** Stands first in the line. */
  readonly children: ReactNode;
}

/** What can be done to the machines selected, and to the list itself. */
export function BulkBar({ orgId, view, where, total, selection, onSelect, children }: BulkBarProps): ReactNode {
  const { t } = useTexts();
  const may = { 'machine.write': useMay('machine.write'), 'machine.command': useMay('machine.command') };
  const actions = BULK_ACTIONS.filter(({ permission }) => may[permission]);
  const count = countSelected(selection, total);
  const act = async (run: (typeof BULK_ACTIONS)[number]['run']) => {
    if (count === 0) return inform(({ t }) => ({ title: t('machines.bulk'), message: t('machines.select.missing') }));
    const done = await run({ orgId, count, selectors: selectorsOf(selection, where) });
    if (done) onSelect(NOTHING_SELECTED);
  };
  const save = () =>
    saveReply(exportMachines, { params: { orgId }, query: { filter: JSON.stringify({ where }) } }).catch(showError);
  return (
    <div className={styles.bar}>
      {children}
      <div className={styles.actions}>
        <span className={styles.count} role="status">
          {count > 0 ? t('machines.selected', { count }) : view.isFiltered && t('machines.found', { total })}
        </span>
        {count > 0 && (
          <ActionIcon
            variant="subtle"
            size={32}
            aria-label={t('machines.select.clear')}
            onClick={() => onSelect(NOTHING_SELECTED)}
          >
            <IconX size={18} stroke={1.5} aria-hidden />
          </ActionIcon>
        )}
        {actions.length > 0 && (
          <Menu position="bottom-end" portalProps={IN_CONTENT}>
            <Menu.Target>
              <Button variant="default" size="xs" rightSection={<IconChevronDown size={16} stroke={1.5} aria-hidden />}>
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
        )}
        {/* They are about the whole list. Their place goes to the count, or the line would break and move the rows. */}
        {count === 0 && (
          <>
            <ColumnMenu view={view} />
            <Button
              variant="default"
              size="xs"
              className={styles.export}
              leftSection={<IconFileDownload size={16} stroke={1.5} aria-hidden />}
              onClick={() => void save()}
            >
              {t('machines.export')}
            </Button>
          </>
        )}
      </div>
    </div>
  );
}

/** Which columns are shown; the choice is in the address with the filter. */
function ColumnMenu({ view }: { readonly view: MachineView }): ReactNode {
  const { t } = useTexts();
  const shown = view.columns ?? USUAL_COLUMNS;
  const toggle = (id: string) => {
    const next = COLUMNS.map((column) => column.id).filter((each) => shown.includes(each) !== (each === id));
    view.setColumns(next.length === 0 ? ['name'] : next);
  };
  return (
    <Menu position="bottom-end" portalProps={IN_CONTENT}>
      <Menu.Target>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconColumns size={16} stroke={1.5} aria-hidden />}
          className={styles.columns}
        >
          {t('machines.columns')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {COLUMNS.filter(({ id }) => id !== 'name').map(({ id, header }) => (
          <Menu.CheckboxItem key={id} checked={shown.includes(id)} onChange={() => toggle(id)}>
            {t(header)}
          </Menu.CheckboxItem>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
