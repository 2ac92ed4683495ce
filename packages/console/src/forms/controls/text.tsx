import { PER_MACHINE } from '@berth/contract/profile/secrets';
import { Textarea, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { Frame, faultNode } from './frame.tsx';
import { MachineValues } from './machine-values.tsx';
import { type ControlProps, emptied, useControl, withScheme } from './use-control.ts';
import { useTypedField } from './use-typed-field.ts';

interface TextControlProps extends ControlProps {
  /** Called with the text when the field is left. */
  readonly onLeft?: (text: string) => void;
  /** Shown below the field. */
  readonly below?: ReactNode;
}

/** A line of text, or several if the form asks for it. */
export function TextControl(props: TextControlProps): ReactNode {
  const { schema, data, path } = props;
  const control = useControl(props);
  const value = typeof data === 'string' ? data : '';
  const typed = useTypedField(path, value, (text) => control.set(emptied(schema, text)));
  const isAddress = schema.format === 'uri' || schema[PER_MACHINE] === 'address';
  const shared = {
    label: control.label,
    description: control.description,
    error: faultNode(control.error),
    withAsterisk: control.required,
    'aria-required': control.required,
    disabled: control.disabled,
    ref: typed.ref,
    defaultValue: value,
    placeholder: placeholderOf(schema.default),
    autoComplete: 'off',
  };
  function leave(): void {
    const text = typed.text();
    const address = isAddress ? withScheme(text) : text;
    if (address !== text) typed.change(address);
    typed.flush();
    control.touch();
    props.onLeft?.(address);
  }
  return (
    <Frame path={path} onLeave={leave}>
      {control.options.multi ? (
        <Textarea {...shared} rows={4} onChange={(event) => typed.change(event.currentTarget.value)} />
      ) : (
        <TextInput
          {...shared}
          inputMode={isAddress ? 'url' : 'text'}
          spellCheck={false}
          // Its button below is a part of the frame, and is no reason to wait.
          {...(props.onLeft ? { onBlur: leave } : {})}
          onChange={(event) => typed.change(event.currentTarget.value)}
        />
      )}
      {schema[PER_MACHINE] !== undefined && <MachineValues text={value} kind={schema[PER_MACHINE]} />}
      {props.below}
    </Frame>
  );
}

/** The default, shown while the field is empty. */
function placeholderOf(byDefault: unknown): string | undefined {
  return typeof byDefault === 'string' && byDefault !== '' ? byDefault : undefined;
}
