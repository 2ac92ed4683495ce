import type { ComponentProps, ReactNode } from 'react';
import { controlFor } from '../forms/control-for.tsx';
import { FormView } from '../forms/form-view.tsx';

type FormProps = ComponentProps<typeof FormView>;

/** A form that can be edited, without faults. Other props can be given, too. */
export function TestForm(props: Pick<FormProps, 'form' | 'data' | 'onChange'> & Partial<FormProps>): ReactNode {
  return (
    <FormView
      controlFor={controlFor}
      owns={undefined}
      readOnly={false}
      attempts={0}
      faults={[]}
      definition={undefined}
      changeDefinition={() => undefined}
      deployment={undefined}
      openForm={undefined}
      focus={undefined}
      onFocused={undefined}
      {...props}
    />
  );
}
