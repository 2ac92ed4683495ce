import { timeZones } from '@berth/contract/rules/time-zones';
import { useTexts } from '@berth/web/i18n/store.ts';
import { Select } from '@mantine/core';
import type { ReactNode } from 'react';
import { Frame, faultNode } from './frame.tsx';
import { type ControlProps, useControl } from './use-control.ts';

/** A time zone by its name, found by typing a part of it; none means the machine's own. */
export function TimeZoneControl(props: ControlProps): ReactNode {
  const { data, path } = props;
  const { t } = useTexts();
  const control = useControl(props);
  const value = typeof data === 'string' && data !== '' ? data : null;
  // One that this browser does not know may be one that machines know.
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
