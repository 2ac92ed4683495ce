import { useTexts } from '@berth/web/i18n/store.ts';
import { ActionIcon, TextInput } from '@mantine/core';
import { IconRestore } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import styles from './color.module.css';
import { Frame, faultNode } from './frame.tsx';
import { type ControlProps, useControl } from './use-control.ts';
import { useDraft } from './use-edit.ts';

const HEX = /^#[0-9a-f]{6}$/i;

/** A color as #RRGGBB: typed, or picked in the browser's color picker, with a button for the default. */
export function ColorControl(props: ControlProps): ReactNode {
  const { schema, data, path } = props;
  const { t } = useTexts();
  const control = useControl(props);
  const byDefault = typeof schema.default === 'string' ? schema.default : undefined;
  const draft = useDraft(typeof data === 'string' ? data : '', (text) => control.set(text === '' ? byDefault : text));
  const isDefault = draft.text.toLowerCase() === byDefault?.toLowerCase();
  return (
    <Frame
      path={path}
      width="narrow"
      onLeave={() => {
        const text = completed(draft.text);
        if (text !== draft.text) draft.change(text);
        draft.flush();
        control.touch();
      }}
    >
      <TextInput
        label={control.label}
        description={control.description}
        error={faultNode(control.error)}
        disabled={control.disabled}
        value={draft.text}
        placeholder={byDefault}
        maxLength={7}
        spellCheck={false}
        autoComplete="off"
        classNames={{ input: styles.text ?? '' }}
        onChange={(event) => draft.change(event.currentTarget.value)}
        leftSection={
          <input
            type="color"
            className={styles.swatch}
            aria-label={t('forms.color.pick', { label: control.label })}
            value={HEX.test(draft.text) ? draft.text.toLowerCase() : (byDefault ?? '#000000').toLowerCase()}
            disabled={control.disabled}
            onChange={(event) => draft.change(event.currentTarget.value.toUpperCase())}
          />
        }
        rightSection={
          byDefault !== undefined &&
          !isDefault &&
          !control.disabled && (
            <ActionIcon
              variant="subtle"
              size="sm"
              aria-label={t('forms.color.reset', { label: control.label, color: byDefault })}
              title={t('forms.color.reset', { label: control.label, color: byDefault })}
              onClick={() => control.set(byDefault)}
            >
              <IconRestore size={16} aria-hidden />
            </ActionIcon>
          )
        }
      />
    </Frame>
  );
}

/** Completes #RRGGBB written without # or in short form. */
function completed(text: string): string {
  const digits = text.trim().replace(/^#/, '');
  if (/^[0-9a-f]{3}$/i.test(digits)) return `#${[...digits].map((digit) => digit + digit).join('')}`.toUpperCase();
  return /^[0-9a-f]{6}$/i.test(digits) ? `#${digits.toUpperCase()}` : text;
}
