import type { MachineId } from '@berth/contract/ids';
import { roleMay } from '@berth/contract/rules/permissions';
import { useTexts } from '@berth/web/i18n/store.ts';
import { Button, Menu } from '@mantine/core';
import { IconDots, IconMessage, IconRotate, IconScreenShare } from '@tabler/icons-react';
import { type ComponentProps, Fragment, type ReactNode, useEffect, useRef, useState } from 'react';
import { useActiveOrganizationId } from '../../data/active-organization.ts';
import { DANGER } from '../../ui/mantine/theme.ts';
import { IN_CONTENT } from '../../ui/page.tsx';
import { isLicensed, lacksPro, ProMark } from '../billing/pro-gate.tsx';
import { useActiveOrganization, useMay } from '../organizations/queries.ts';
import { give } from './actions/commands.ts';
import { ACTIONS, suits } from './actions/entries.ts';
import type { Target } from './actions/work.ts';
import styles from './machine-menu.module.css';

interface MachineMenuProps {
  readonly machine: Target;
  /** Bordered next to other buttons, plain in a table's row. */
  readonly boxed?: boolean;
}

/**
 * The permitted actions on one machine. A plain button until it is used, because a table renders many while scrolling.
 */
export function MachineMenu({ machine, boxed = false }: MachineMenuProps): ReactNode {
  // A row shows another machine once the list is sorted anew: an open menu must not act on that one.
  const [wanted, setWanted] = useState<MachineId>();
  if (wanted !== undefined && wanted !== machine.id) setWanted(undefined);
  if (wanted === machine.id) return <OpenedMenu machine={machine} boxed={boxed} />;
  return <MenuButton machine={machine} boxed={boxed} onClick={() => setWanted(machine.id)} aria-haspopup="menu" />;
}

/** Whether the user's role permits any action on machines. */
export function useHasActions(): boolean {
  return useGroups().length > 0;
}

function useGroups() {
  const organization = useActiveOrganization();
  return ACTIONS.map((group) =>
    group.filter(({ permission }) => organization && roleMay(organization.role, permission)),
  ).filter((group) => group.length > 0);
}

interface MenuButtonProps extends MachineMenuProps, Omit<ComponentProps<'button'>, 'children'> {}

function MenuButton({ machine, boxed, className = '', ...props }: MenuButtonProps): ReactNode {
  const { t } = useTexts();
  return (
    <button
      type="button"
      {...props}
      className={`${styles.button} ${className}`}
      data-boxed={boxed || undefined}
      aria-label={t('console.machine.actions', { name: machine.name })}
    >
      <IconDots size={20} stroke={1.5} aria-hidden />
    </button>
  );
}

function OpenedMenu({ machine, boxed }: MachineMenuProps): ReactNode {
  const { t } = useTexts();
  const groups = useGroups();
  const showsPro = lacksPro(useActiveOrganizationId()) && !isLicensed(machine.deployment);
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  // The button replaced another one: closing the menu returns the focus to the element that had it.
  useEffect(() => {
    button.current?.focus();
    setOpen(true);
  }, []);
  return (
    <Menu position="bottom-end" portalProps={IN_CONTENT} opened={isOpen} onChange={setOpen}>
      <Menu.Target>
        <MenuButton ref={button} machine={machine} {...(boxed === undefined ? {} : { boxed })} />
      </Menu.Target>
      <Menu.Dropdown>
        {groups.map((group, index) => (
          <Fragment key={group[0]?.label}>
            {index > 0 && <Menu.Divider />}
            {group.map((entry) => (
              <Menu.Item
                key={entry.label}
                disabled={!suits(entry, machine)}
                leftSection={<entry.icon size={18} stroke={1.5} aria-hidden />}
                rightSection={entry.pro && showsPro && <ProMark />}
                onClick={() => void entry.run(machine)}
                {...(entry.danger ? { color: DANGER } : {})}
              >
                {t(entry.label)}
              </Menu.Item>
            ))}
          </Fragment>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/** The actions that a machine's page shows as buttons. */
export function FrequentActions({ machine }: Pick<MachineMenuProps, 'machine'>): ReactNode {
  const { t } = useTexts();
  const mayControl = useMay('machine.remote');
  return (
    <>
      <Button
        variant="default"
        disabled={!machine.online}
        leftSection={<IconRotate size={18} stroke={1.5} aria-hidden />}
        onClick={() => void give('reboot', machine)}
      >
        {t('machines.action.reboot')}
      </Button>
      <Button
        variant="default"
        leftSection={<IconMessage size={18} stroke={1.5} aria-hidden />}
        onClick={() => void give('notify', machine)}
      >
        {t('machines.action.notify')}
      </Button>
      {mayControl && (
        <Button
          disabled={!machine.online}
          leftSection={<IconScreenShare size={18} stroke={1.5} aria-hidden />}
          onClick={() => void give('remote', machine)}
        >
          {t('machines.action.remote')}
        </Button>
      )}
    </>
  );
}
