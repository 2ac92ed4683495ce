import type { MachineRuntime } from '@berth/contract/api/machines';
import { ActionIcon, Menu } from '@mantine/core';
import { IconDots, IconLayoutDashboard, IconMessage, IconPencil, IconRotate } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTexts } from '../../i18n/store.ts';
import { DANGER } from '../../ui/mantine/theme.ts';
import { useMay } from '../organizations/queries.ts';
import { IN_CONTENT } from '../parts/in-content.ts';
import { assign, notify, reboot, rename } from './actions.tsx';

interface MachineMenuProps {
  readonly machine: MachineRuntime;
  /** Beside other buttons it has their edge; in a table's row it would be noise. */
  readonly boxed?: boolean;
}

/** Everything that can be done to one machine. What a role may not do is not offered. */
export function MachineMenu({ machine, boxed = false }: MachineMenuProps): ReactNode {
  const { t } = useTexts();
  const mayChange = useMay('machine.write');
  const mayCommand = useMay('machine.command');
  if (!mayChange && !mayCommand) return null;
  return (
    <Menu position="bottom-end" portalProps={IN_CONTENT}>
      <Menu.Target>
        <ActionIcon
          variant={boxed ? 'default' : 'subtle'}
          size={36}
          aria-label={t('console.machine.actions', { name: machine.name })}
        >
          <IconDots size={20} stroke={1.5} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {mayChange && (
          <>
            <Menu.Item
              leftSection={<IconPencil size={18} stroke={1.5} aria-hidden />}
              onClick={() => void rename(machine)}
            >
              {t('common.rename')}
            </Menu.Item>
            <Menu.Item
              leftSection={<IconLayoutDashboard size={18} stroke={1.5} aria-hidden />}
              onClick={() => void assign(machine)}
            >
              {t('console.machine.assign')}
            </Menu.Item>
          </>
        )}
        {mayCommand && (
          <>
            <Menu.Item
              leftSection={<IconMessage size={18} stroke={1.5} aria-hidden />}
              onClick={() => void notify(machine)}
            >
              {t('console.machine.notify')}
            </Menu.Item>
            <Menu.Divider />
            <Menu.Item
              color={DANGER}
              disabled={!machine.online}
              leftSection={<IconRotate size={18} stroke={1.5} aria-hidden />}
              onClick={() => void reboot(machine)}
            >
              {t('console.machine.reboot')}
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
