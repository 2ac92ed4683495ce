import type { UiElement } from '@berth/contract/profile/forms/ui';
import { childSchema, type SchemaNode } from '@berth/contract/profile/nodes';
import { useTexts } from '@berth/web/i18n/store.ts';
import { type ReactNode, useId } from 'react';
import { Deeper, formText, useDepth, useForm, useFormState } from '../form-context.tsx';
import { allFaults, dotted } from '../state/form-store.ts';
import { disables, fieldsOf, hides } from '../state/rules.ts';
import { innerPath, keysOf, valueAt } from '../state/values-at-path.ts';
import { faultText } from '../texts.ts';
import { isRequiredNow } from '../validation/required.ts';
import styles from './layout.module.css';

/** The page's heading is h1, the form's h2. */
const HEADINGS = ['h3', 'h4', 'h5'] as const;

interface ElementProps {
  readonly uischema: UiElement;
  /** The schema of the value at the path, in which the element's scope is resolved. */
  readonly schema: SchemaNode;
  /** Path of that value in the form's data. */
  readonly path: string;
  readonly enabled: boolean;
}

/** Renders an element of a UI schema and its content, as far as its rules show and enable it. */
export function Element(props: ElementProps): ReactNode {
  const { uischema, path } = props;
  const { data } = useFormState();
  if (hides(uischema, data, path)) return null;
  const within = { ...props, enabled: props.enabled && !disables(uischema, data, path) };
  switch (uischema.type) {
    case 'Control':
      return <Field {...within} />;
    case 'Group':
      return <Group {...within} />;
    case 'VerticalLayout':
      return <div className={styles.column}>{elementsOf(within)}</div>;
    case 'HorizontalLayout':
      return <div className={styles.row}>{elementsOf(within)}</div>;
  }
}

function elementsOf({ uischema, ...within }: ElementProps): ReactNode {
  return uischema.elements?.map((element, index) => (
    <Element key={`${within.path}/${index.toString()}`} {...within} uischema={element} />
  ));
}

/** A control with the state of its value. Controls are memoized: only changed ones render again. */
function Field({ uischema, schema, path: base, enabled }: ElementProps): ReactNode {
  const texts = useTexts();
  const { store, controlFor } = useForm();
  const state = useFormState();
  const keys = fieldsOf(uischema.scope ?? '');
  const path = innerPath(base, ...keys);
  const own = keys.reduce<SchemaNode>((outer, key) => childSchema(outer, key) ?? {}, schema);
  const fault = allFaults(state).find((each) => dotted(each.path) === path);
  const Control = controlFor(uischema, own);
  return (
    <Control
      uischema={uischema}
      schema={own}
      path={path}
      data={valueAt(state.data, path)}
      fault={fault && faultText(texts, fault)}
      required={isRequiredNow(store.schema, state.data, keysOf(path))}
      enabled={enabled}
    />
  );
}

/** A titled part of the form, or of a list entry. */
function Group(props: ElementProps): ReactNode {
  const texts = useTexts();
  const depth = useDepth();
  const heading = useId();
  const { i18n = '' } = props.uischema;
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
        {elementsOf(props)}
      </fieldset>
    </Deeper>
  );
}
