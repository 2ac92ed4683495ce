import { Switch } from '@mantine/core';
import type { ReactNode } from 'react';
import { Frame, faultNode } from './frame.tsx';
import { type ControlProps, useControl } from './use-control.ts';

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
