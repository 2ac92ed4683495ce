import type { UiElement, UiFormat } from '@berth/contract/profile/forms/ui';
import { type ComponentType, memo, type ReactNode, Suspense } from 'react';
import { Skeleton, SkeletonLines } from '../ui/skeleton.tsx';
import { ChoiceControl, FlagControl, RadioControl, TimeZoneControl } from './controls/choice.tsx';
import { ColorControl } from './controls/color.tsx';
import { EntryChoiceControl } from './controls/entry-choice.tsx';
import { NumberControl } from './controls/number.tsx';
import { SecretControl } from './controls/secret.tsx';
import { SliderControl } from './controls/slider.tsx';
import { TextControl } from './controls/text.tsx';
import type { ControlProps, FieldSchema } from './controls/use-control.ts';
import { HtmlControl } from './files/html.tsx';
import { PictureControl } from './files/picture.tsx';
import { TextFileControl } from './files/text-file.tsx';
import { IconControl, SymbolControl } from './icons/icon.tsx';
import { ChoiceListControl, TextListControl } from './lists/inline-list.tsx';
import { ObjectListControl } from './lists/object-list.tsx';
import { lazyPart } from './load-once.tsx';
import { AutostartControl } from './sessions/autostart.tsx';
import { KioskControl } from './sessions/kiosk.tsx';
import { ComputerControl, PageControl } from './sessions/page.tsx';

type ControlType = ComponentType<ControlProps>;

/** Controls by the format that a form requests. */
const BY_FORMAT: Readonly<Record<UiFormat, ControlType>> = {
  radio: memo(RadioControl),
  slider: memo(SliderControl),
  entry: memo(EntryChoiceControl),
  html: memo(HtmlControl),
  file: memo(TextFileControl),
  picture: memo(PictureControl),
  page: memo(PageControl),
  computer: memo(ComputerControl),
  icon: memo(IconControl),
  symbol: memo(SymbolControl),
  session: memo(KioskControl),
  'time-zone': memo(TimeZoneControl),
  'app-list': memo(AppListControl),
  'widget-grid': memo(WidgetGridControl),
};

/** Controls by the schema's format or type. */
const BY_SCHEMA = {
  enum: memo(ChoiceControl),
  color: memo(ColorControl),
  password: memo(SecretControl),
  string: memo(TextControl),
  integer: memo(NumberControl),
  boolean: memo(FlagControl),
} satisfies Record<string, ControlType>;

/** List controls, by the type of their entries. */
const LISTS = {
  sessions: memo(AutostartControl),
  objects: memo(ObjectListControl),
  choices: memo(ChoiceListControl),
  texts: memo(TextListControl),
} satisfies Record<string, ControlType>;

/** The control for an element: by the form's request, else by its schema. */
export function controlFor({ scope, options }: UiElement, schema: FieldSchema): ControlType {
  if (options?.format) return BY_FORMAT[options.format];
  const { type, format } = schema;
  if (type === 'array') {
    if (options?.detail?.options?.format === 'session') return LISTS.sessions;
    if (schema.items?.enum) return LISTS.choices;
    return schema.items?.type === 'object' ? LISTS.objects : LISTS.texts;
  }
  if (schema.enum) return BY_SCHEMA.enum;
  if (format === 'color' || format === 'password') return BY_SCHEMA[format];
  if (type === 'string' || type === 'integer' || type === 'boolean') return BY_SCHEMA[type];
  throw new Error(`Nothing draws ${scope} of type ${type}`);
}

const Apps = lazyPart(() => import('./apps/apps.tsx'));

/** The catalog's apps, each with a switch; the catalog is a separate chunk. */
function AppListControl(props: ControlProps): ReactNode {
  return (
    <Suspense fallback={<SkeletonLines count={8} height="56px" />}>
      <Apps {...props} />
    </Suspense>
  );
}

const Grid = lazyPart(() => import('./widgets/grid.tsx'));

/** One layout of the Info Section's widgets, arranged on its grid; the editor is a separate chunk. */
function WidgetGridControl(props: ControlProps): ReactNode {
  return (
    <Suspense fallback={<Skeleton height="240px" />}>
      <Grid {...props} />
    </Suspense>
  );
}
