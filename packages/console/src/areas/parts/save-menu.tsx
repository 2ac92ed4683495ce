import { useTexts } from '@berth/web/i18n/store.ts';
import { Button, Menu } from '@mantine/core';
import { type Icon, IconChevronDown } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { IN_CONTENT } from '../../ui/page.tsx';
import styles from './save-menu.module.css';

interface SaveMenuProps {
  readonly disabled: boolean;
  readonly choices: readonly { readonly icon: Icon; readonly label: string; readonly onClick: () => void }[];
}

/** More ways to save, at the end of a save button. */
export function SaveMenu({ disabled, choices }: SaveMenuProps): ReactNode {
  const { t } = useTexts();
  return (
    <Menu position="bottom-end" portalProps={IN_CONTENT}>
      <Menu.Target>
        <Button className={styles.more} disabled={disabled} aria-label={t('console.save.more')}>
          <IconChevronDown size={16} stroke={1.75} aria-hidden />
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {choices.map(({ icon: ChoiceIcon, label, onClick }) => (
          <Menu.Item key={label} leftSection={<ChoiceIcon size={18} stroke={1.5} aria-hidden />} onClick={onClick}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
