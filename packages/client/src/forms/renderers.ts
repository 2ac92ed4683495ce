import { isObject } from '@berth/contract/profile/nodes';
import {
  and,
  type JsonFormsRendererRegistryEntry,
  type JsonSchema,
  optionIs,
  rankWith,
  schemaMatches,
  schemaTypeIs,
  type Tester,
  uiTypeIs,
} from '@jsonforms/core';
import { AppListControl } from './apps/app-list.tsx';
import { ChoiceControl, RadioControl } from './controls/choice.tsx';
import { ColorControl } from './controls/color.tsx';
import { EntryChoiceControl } from './controls/entry-choice.tsx';
import { FlagControl } from './controls/flag.tsx';
import { NumberControl } from './controls/number.tsx';
import { SecretControl } from './controls/secret.tsx';
import { SliderControl } from './controls/slider.tsx';
import { TextControl } from './controls/text.tsx';
import { HtmlControl } from './files/html.tsx';
import { PictureControl } from './files/picture.tsx';
import { TextFileControl } from './files/text-file.tsx';
import { IconControl } from './icons/icon.tsx';
import { SymbolControl } from './icons/symbol.tsx';
import { ColumnLayout, GroupLayout, RowLayout } from './layouts/layouts.tsx';
import { ChoiceListControl, TextListControl } from './lists/inline-list.tsx';
import { ObjectListControl } from './lists/object-list.tsx';
import { AutostartControl } from './sessions/autostart.tsx';
import { KioskControl } from './sessions/kiosk.tsx';
import { WidgetGridControl } from './widgets/widget-grid.tsx';

const isControl = uiTypeIs('Control');
const hasEnum = schemaMatches((schema) => Array.isArray(schema.enum));

function format(name: string): Tester {
  return and(isControl, optionIs('format', name));
}

function itemsMatch(matches: (items: JsonSchema) => boolean): Tester {
  return and(
    isControl,
    schemaTypeIs('array'),
    schemaMatches(({ items }) => isObject(items) && matches(items as JsonSchema)),
  );
}

/** A list whose entries are session pickers. */
const isSessionList: Tester = (uischema) =>
  uischema.options?.detail !== undefined && uischema.options.detail.options?.format === 'session';

/**
 * How each element of a UI schema is drawn. The higher rank wins: what the form asks for, then what the schema says,
 * then its type.
 */
export const renderers: JsonFormsRendererRegistryEntry[] = [
  { tester: rankWith(1, uiTypeIs('VerticalLayout')), renderer: ColumnLayout },
  { tester: rankWith(1, uiTypeIs('HorizontalLayout')), renderer: RowLayout },
  { tester: rankWith(1, uiTypeIs('Group')), renderer: GroupLayout },

  { tester: rankWith(1, and(isControl, schemaTypeIs('string'))), renderer: TextControl },
  { tester: rankWith(1, and(isControl, schemaTypeIs('integer'))), renderer: NumberControl },
  { tester: rankWith(1, and(isControl, schemaTypeIs('boolean'))), renderer: FlagControl },
  {
    tester: rankWith(
      1,
      itemsMatch(({ type }) => type === 'object'),
    ),
    renderer: ObjectListControl,
  },
  {
    tester: rankWith(
      1,
      itemsMatch(({ type }) => type === 'string'),
    ),
    renderer: TextListControl,
  },

  { tester: rankWith(2, and(isControl, hasEnum)), renderer: ChoiceControl },
  {
    tester: rankWith(
      2,
      and(
        isControl,
        schemaMatches((schema) => schema.format === 'color'),
      ),
    ),
    renderer: ColorControl,
  },
  {
    tester: rankWith(
      2,
      and(
        isControl,
        schemaMatches((schema) => schema.format === 'password'),
      ),
    ),
    renderer: SecretControl,
  },
  {
    tester: rankWith(
      2,
      itemsMatch((items) => Array.isArray(items.enum)),
    ),
    renderer: ChoiceListControl,
  },

  { tester: rankWith(3, format('radio')), renderer: RadioControl },
  { tester: rankWith(3, format('slider')), renderer: SliderControl },
  { tester: rankWith(3, format('entry')), renderer: EntryChoiceControl },
  { tester: rankWith(3, format('html')), renderer: HtmlControl },
  { tester: rankWith(3, format('file')), renderer: TextFileControl },
  { tester: rankWith(3, format('picture')), renderer: PictureControl },
  { tester: rankWith(3, format('icon')), renderer: IconControl },
  { tester: rankWith(3, format('symbol')), renderer: SymbolControl },
  { tester: rankWith(3, format('session')), renderer: KioskControl },
  { tester: rankWith(3, and(isControl, isSessionList)), renderer: AutostartControl },
  { tester: rankWith(3, format('app-list')), renderer: AppListControl },
  { tester: rankWith(3, format('widget-grid')), renderer: WidgetGridControl },
];
