import { Input } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { Frame, faultNode } from '../controls/frame.tsx';
import { type ControlProps, useControl } from '../controls/use-control.ts';
import { Inner } from '../layouts/depth.tsx';
import { Element } from '../layouts/element.tsx';
import styles from './icon.module.css';
import { IconPreview } from './icon-preview.tsx';

/** A tile's icon: what it will look like, beside the fields that make it. */
export function IconControl(props: ControlProps): ReactNode {
  const { schema, data, path, enabled } = props;
  const control = useControl(props);
  const id = useId();
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
            <Inner>{detail && <Element schema={schema} uischema={detail} path={path} enabled={enabled} />}</Inner>
          </div>
        </fieldset>
      </Input.Wrapper>
    </Frame>
  );
}
