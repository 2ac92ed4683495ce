import { useTexts } from '@berth/web/i18n/store.ts';
import { NativeSelect, Radio } from '@mantine/core';
import type { ReactNode } from 'react';
import { choiceText } from '../texts.ts';
import styles from './frame.module.css';
import { Frame, faultNode } from './frame.tsx';
import { type ControlProps, useControl } from './use-control.ts';

/** One of a few values, all of them in sight. */
export function RadioControl(props: ControlProps): ReactNode {
  const { schema, data, path } = props;
  const texts = useTexts();
  const control = useControl(props);
  return (
    <Frame path={path} onLeave={control.touch}>
      <Radio.Group
        label={control.label}
        description={control.description}
        error={faultNode(control.error)}
        withAsterisk={control.required}
        value={typeof data === 'string' ? data : null}
        onChange={control.set}
      >
        <div className={styles.choices}>
          {valuesOf(schema.enum).map((value) => (
            <Radio
              key={value}
              value={value}
              label={choiceText(texts, control.i18n, value)}
              disabled={control.disabled}
            />
          ))}
        </div>
      </Radio.Group>
    </Frame>
  );
}

/** One of several values. */
export function ChoiceControl(props: ControlProps): ReactNode {
  const { schema, data, path } = props;
  const texts = useTexts();
  const control = useControl(props);
  const isChosen = typeof data === 'string';
  return (
    <Frame path={path} width="narrow" onLeave={control.touch}>
      <NativeSelect
        label={control.label}
        description={control.description}
        error={faultNode(control.error)}
        withAsterisk={control.required}
        aria-required={control.required}
        disabled={control.disabled}
        value={isChosen ? data : ''}
        onChange={(event) => control.set(event.currentTarget.value || undefined)}
      >
        {!isChosen && <option value="">{texts.t('forms.choose')}</option>}
        {valuesOf(schema.enum).map((value) => (
          <option key={value} value={value}>
            {choiceText(texts, control.i18n, value)}
          </option>
        ))}
      </NativeSelect>
    </Frame>
  );
}

function valuesOf(values: readonly unknown[] | undefined): string[] {
  return (values ?? []).filter((value) => typeof value === 'string');
}
