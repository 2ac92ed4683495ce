import { useTexts } from '@berth/web/i18n/store.ts';
import { TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './frame.module.css';
import { Frame, faultNode } from './frame.tsx';
import { type ControlProps, useControl } from './use-control.ts';
import { useDraft } from './use-edit.ts';

/** A whole number with its unit. */
export function NumberControl(props: ControlProps): ReactNode {
  const { schema, data, path } = props;
  const { t } = useTexts();
  const control = useControl(props);
  const draft = useDraft(typeof data === 'number' ? String(data) : '', (text) => control.set(numberIn(text)));
  const { unit } = control.options;
  const count = numberIn(draft.text) ?? 0;
  return (
    <Frame
      path={path}
      width="narrow"
      onLeave={() => {
        draft.flush();
        control.touch();
      }}
    >
      <TextInput
        type="number"
        inputMode="numeric"
        step={1}
        {...(schema.minimum === undefined ? {} : { min: schema.minimum })}
        {...(schema.maximum === undefined ? {} : { max: schema.maximum })}
        label={control.label}
        description={control.description}
        error={faultNode(control.error)}
        withAsterisk={control.required}
        aria-required={control.required}
        disabled={control.disabled}
        placeholder={schema.default === undefined ? undefined : String(schema.default)}
        value={draft.text}
        rightSection={unit && <span className={styles.unit}>{t(`forms.unit.${unit}`, { count })}</span>}
        rightSectionWidth="auto"
        rightSectionPointerEvents="none"
        onChange={(event) => draft.change(event.currentTarget.value)}
        // The wheel scrolls the page; a number must not change under the pointer.
        onWheel={(event) => event.currentTarget.blur()}
      />
    </Frame>
  );
}

function numberIn(text: string): number | undefined {
  const number = Number(text);
  return text.trim() === '' || !Number.isFinite(number) ? undefined : number;
}
