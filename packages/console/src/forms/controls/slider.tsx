import { useTexts } from '@berth/web/i18n/store.ts';
import { Input } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { Frame, faultNode } from './frame.tsx';
import styles from './slider.module.css';
import { type ControlProps, useControl } from './use-control.ts';
import { useDraft } from './use-edit.ts';

/** A number within narrow bounds: the browser's slider with the value. */
export function SliderControl(props: ControlProps): ReactNode {
  const { schema, data, path } = props;
  const texts = useTexts();
  const control = useControl(props);
  const { minimum = 0, maximum = 100 } = schema;
  const draft = useDraft(String(typeof data === 'number' ? data : minimum), (text) => control.set(Number(text)));
  const id = useId();
  const value = Number(draft.text);
  const shown = control.options.unit === 'percent' ? texts.t('forms.percent', { value }) : texts.number(value);
  return (
    <Frame
      path={path}
      onLeave={() => {
        draft.flush();
        control.touch();
      }}
    >
      <Input.Wrapper
        id={id}
        label={control.label}
        description={control.description}
        error={faultNode(control.error)}
        labelElement="label"
      >
        <div className={styles.slider}>
          <input
            id={id}
            type="range"
            min={minimum}
            max={maximum}
            step={1}
            value={value}
            disabled={control.disabled}
            style={{ '--part': `${((value - minimum) / (maximum - minimum)) * 100}%` }}
            aria-valuetext={shown}
            aria-describedby={control.description === undefined ? undefined : `${id}-description`}
            onChange={(event) => draft.change(event.currentTarget.value)}
          />
          <output htmlFor={id} className={styles.value}>
            {shown}
          </output>
        </div>
      </Input.Wrapper>
    </Frame>
  );
}
