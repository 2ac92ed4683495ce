import type { UiElement } from '@berth/contract/profile/forms/ui';
import type { LayoutProps } from '@jsonforms/core';
import { withJsonFormsLayoutProps } from '@jsonforms/react';
import { type ReactNode, useId } from 'react';
import { useTexts } from '../../i18n/store.ts';
import { formText } from '../texts.ts';
import { Deeper, useDepth } from './depth.ts';
import { Elements, elementsOf } from './elements.tsx';
import styles from './layout.module.css';

/** The page's own heading is h1, the form's h2. */
const HEADINGS = ['h3', 'h4', 'h5'] as const;

/** Elements one below the other. */
export const ColumnLayout = withJsonFormsLayoutProps(function Column(props: LayoutProps): ReactNode {
  if (!props.visible) return null;
  return (
    <div className={styles.column}>
      <Elements of={elementsOf(props.uischema)} layout={props} />
    </div>
  );
});

/** Elements side by side where there is room. */
export const RowLayout = withJsonFormsLayoutProps(function Row(props: LayoutProps): ReactNode {
  if (!props.visible) return null;
  return (
    <div className={styles.row}>
      <Elements of={elementsOf(props.uischema)} layout={props} />
    </div>
  );
});

/** A titled part of the form, or of a list's entry. */
export const GroupLayout = withJsonFormsLayoutProps(function Group(props: LayoutProps): ReactNode {
  const texts = useTexts();
  const depth = useDepth();
  const heading = useId();
  if (!props.visible) return null;
  const { i18n = '' } = props.uischema as unknown as UiElement;
  const hint = formText(texts, `${i18n}.description`);
  const Heading = HEADINGS[depth.groups] ?? 'h6';
  return (
    <Deeper value={{ ...depth, groups: depth.groups + 1 }}>
      <fieldset className={styles.group} data-nested={depth.isInner || undefined} aria-labelledby={heading}>
        <div>
          <Heading id={heading} className={styles.heading}>
            {formText(texts, `${i18n}.label`) ?? i18n}
          </Heading>
          {hint !== undefined && <p className={styles.hint}>{hint}</p>}
        </div>
        <Elements of={elementsOf(props.uischema)} layout={props} />
      </fieldset>
    </Deeper>
  );
});
