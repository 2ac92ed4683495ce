import type { ControlProps } from '@jsonforms/core';
import { withJsonFormsControlProps } from '@jsonforms/react';
import { Switch } from '@mantine/core';
import type { ReactNode } from 'react';
import { Frame, faultNode } from './frame.tsx';
import { useControl } from './use-control.ts';

/** On or off. */
export const FlagControl = withJsonFormsControlProps(function Flag(props: ControlProps): ReactNode {
  const { data, path, visible } = props;
  const control = useControl(props);
  if (!visible) return null;
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
});
