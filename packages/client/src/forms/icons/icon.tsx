import type { ControlProps, UISchemaElement } from '@jsonforms/core';
import { JsonFormsDispatch, withJsonFormsControlProps } from '@jsonforms/react';
import { Input } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { Frame, faultNode } from '../controls/frame.tsx';
import { useControl } from '../controls/use-control.ts';
import { Inner } from '../layouts/inner.tsx';
import styles from './icon.module.css';
import { IconPreview } from './icon-preview.tsx';

/** A tile's icon: what it will look like, beside the fields that make it. */
export const IconControl = withJsonFormsControlProps(function Icon(props: ControlProps): ReactNode {
  const { schema, data, path, visible, enabled, renderers } = props;
  const control = useControl(props);
  const id = useId();
  if (!visible) return null;
  const { detail } = control.options;
  return (
    <Frame path={path} onLeave={control.touch}>
      <Input.Wrapper
        id={id}
        label={control.label}
        labelElement="div"
        description={control.description}
        error={faultNode(control.error)}
        withAsterisk={control.required}
      >
        <fieldset className={styles.icon} aria-labelledby={`${id}-label`}>
          <IconPreview icon={data} size="large" />
          <div className={styles.fields}>
            <Inner>
              <JsonFormsDispatch
                schema={schema}
                uischema={detail as unknown as UISchemaElement}
                path={path}
                enabled={enabled}
                {...(renderers ? { renderers } : {})}
              />
            </Inner>
          </div>
        </fieldset>
      </Input.Wrapper>
    </Frame>
  );
});
