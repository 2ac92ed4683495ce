import { timeZones } from '@berth/contract/rules/time-zones';
import { useTexts } from '@berth/web/i18n/store.ts';
import { NativeSelect, Radio, Select, Switch } from '@mantine/core';
import type { ReactNode } from 'react';
import { choiceText } from '../form-context.tsx';
import styles from './frame.module.css';
import { Frame, faultNode } from './frame.tsx';
import { type ControlProps, useControl } from './use-control.ts';

/** One of a few values, all visible. */
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

/** On or off. */
export function FlagControl(props: ControlProps): ReactNode {
  const { data, path } = props;
  const control = useControl(props);
  return (
    <Frame path={path} onLeave={control.touch}>
      <Switch
        label={control.label}
        description={control.description}
        error={faultNode(control.error)}
        disabled={control.disabled}
        checked={data === true}
        onChange={(event) => control.set(event.currentTarget.checked)}
      />
    </Frame>
  );
}

/** A time zone by its name, found by typing a part of it; none means the machine's own. */
export function TimeZoneControl(props: ControlProps): ReactNode {
  const { data, path } = props;
  const { t } = useTexts();
  const control = useControl(props);
  const value = typeof data === 'string' && data !== '' ? data : null;
  // Machines may know a zone that this browser does not.
  const names = [...new Set([...timeZones(), ...(value === null ? [] : [value])])];
  return (
    <Frame path={path} width="narrow" onLeave={control.touch}>
      <Select
        label={control.label}
        description={control.description}
        error={faultNode(control.error)}
        disabled={control.disabled}
        placeholder={t('forms.zone.own')}
        data={names.map((name) => ({ value: name, label: name.replaceAll('_', ' ') }))}
        limit={100}
        searchable
        clearable
        value={value}
        onChange={(zone) => control.set(zone ?? undefined)}
      />
    </Frame>
  );
}
