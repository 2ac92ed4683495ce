import { roleMay } from '@berth/contract/rules/permissions';
import { ActionIcon, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { Fragment, type ReactNode } from 'react';
import { useTexts } from '../../i18n/store.ts';
import { DANGER } from '../../ui/mantine/theme.ts';
import { useActiveOrganization } from '../organizations/queries.ts';
import { IN_CONTENT } from '../parts/in-content.ts';
import { ACTIONS } from './actions/entries.ts';
import type { Target } from './actions/work.ts';

interface MachineMenuProps {
  readonly machine: Target;
  /** Beside other buttons it has their edge; in a table's row it would be noise. */
  readonly boxed?: boolean;
}

/** Everything that can be done to one machine. What a role may not do is not offered. */
export function MachineMenu({ machine, boxed = false }: MachineMenuProps): ReactNode {
  const { t } = useTexts();
  const organization = useActiveOrganization();
  const groups = ACTIONS.map((group) =>
    group.filter(({ permission }) => organization && roleMay(organization.role, permission)),
  ).filter((group) => group.length > 0);
  if (groups.length === 0) return null;
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
        {groups.map((group, index) => (
          <Fragment key={group[0]?.label}>
            {index > 0 && <Menu.Divider />}
            {group.map(({ label, icon: Icon, danger, needsOnline, run }) => (
              <Menu.Item
                key={label}
                disabled={needsOnline && !machine.online}
                leftSection={<Icon size={18} stroke={1.5} aria-hidden />}
                onClick={() => void run(machine)}
                {...(danger ? { color: DANGER } : {})}
              >
                {t(label)}
              </Menu.Item>
            ))}
          </Fragment>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
