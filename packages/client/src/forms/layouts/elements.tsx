import type { LayoutProps, UISchemaElement } from '@jsonforms/core';
import { JsonFormsDispatch } from '@jsonforms/react';
import type { ReactNode } from 'react';

/** The elements of a layout, each by the renderer that fits it. */
export function Elements({
  of,
  layout,
}: {
  readonly of: readonly UISchemaElement[];
  readonly layout: LayoutProps;
}): ReactNode {
  const { schema, path, enabled, renderers, cells } = layout;
  return of.map((element, index) => (
    <JsonFormsDispatch
      key={`${path}/${index.toString()}`}
      uischema={element}
      schema={schema}
      path={path}
      enabled={enabled}
      {...(renderers ? { renderers } : {})}
      {...(cells ? { cells } : {})}
    />
  ));
}

/** The elements of a layout's UI schema. */
export function elementsOf(uischema: UISchemaElement): readonly UISchemaElement[] {
  return 'elements' in uischema && Array.isArray(uischema.elements) ? uischema.elements : [];
}
