import { useTexts } from '@berth/web/i18n/store.ts';
import { TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { isPercent } from './draft.ts';

interface PercentFieldProps {
  readonly label: string;
  readonly description?: string;
  readonly value: number;
  readonly onChange: (value: number) => void;
}

/** A whole percentage from 1 to 100. */
export function PercentField({ label, description, value, onChange }: PercentFieldProps): ReactNode {
  const { t } = useTexts();
  return (
    <TextInput
      type="number"
      label={label}
      description={description}
      min={1}
      max={100}
      step={1}
      rightSection={<span aria-hidden>%</span>}
      value={Number.isNaN(value) ? '' : value}
      error={isPercent(value) ? undefined : t('rollouts.percent.invalid')}
      onChange={(event) => onChange(event.currentTarget.valueAsNumber)}
    />
  );
}
