import type { Fault } from '@berth/contract/errors';
import type { Deployment } from '@berth/contract/limits';
import type { ProfileDefinition } from '@berth/contract/profile/definition';
import { isObject } from '@berth/contract/profile/nodes';
import { pointerKeys } from '@berth/contract/profile/pointer';
import { type ReactNode, Suspense, use, useMemo } from 'react';
import { sameJson } from '../lib/merge-patch.ts';
import { SkeletonLines } from '../ui/skeleton.tsx';
import { controlFor } from './control-for.tsx';
import { type AnyFormId, loadForm } from './form-definition.ts';
import { FormView } from './form-view.tsx';
import { LoadBoundary } from './load-boundary.tsx';
import { valueAtPointer, withValueAtPointer } from './state/values-at-path.ts';

/** A change by the user. */
export interface SettingsChange<Value> {
  /** Applies the change to the current target: several forms of a page may change it at the same time. */
  readonly update: (value: Value) => Value;
  /** JSON pointer of the part of the target that the form edits, and its current faults, with the target's paths. */
  readonly configptr: string;
  readonly faults: readonly Fault[];
  /** Distinguishes the parts of a page that show fields of the same form. */
  readonly part?: string;
}

export interface SettingsFormProps<Value> {
  /** The form; its texts belong to the areas forms and profile, which the page loads. */
  readonly form: AnyFormId;
  /**
   * The whole target of which the form edits a part: a profile's definition, a machine's context or an organization's
   * login settings. Pass back the value from `onChange`, or keep the old one: only a value from elsewhere replaces the
   * form's.
   */
  readonly value: Value;
  /**
   * Called with every change, immediately; text after a pause of 500 ms. Before saving call flushPendingEdits() of
   * ./pending.ts.
   */
  readonly onChange: (change: SettingsChange<Value>) => void;
  /** The server's faults of the target; those of other parts are ignored. Keep the array's identity. */
  readonly faults?: readonly Fault[];
  /** Increase it on each save attempt: the invalid fields are then marked, touched or not. */
  readonly attempts?: number;
  readonly readOnly?: boolean;
  /** Shows and changes only these fields of the form's data; undefined for all. Keep the function's identity. */
  readonly owns?: ((field: string) => boolean) | undefined;
  /** Distinguishes the parts of a page that show fields of the same form. */
  readonly part?: string;
  /** Determines prices and available apps. */
  readonly deployment?: Deployment | undefined;
  /** Opens another form of the same target, such as the remote desktops from the list of apps. */
  readonly openForm?: ((id: AnyFormId) => void) | undefined;
  /** JSON pointer into the target of the field to focus, such as one with a fault; see `onFocused`. */
  readonly focus?: string | undefined;
  /** Called when the field has the focus: clear `focus`, so that the next one is focused as well. */
  readonly onFocused?: (() => void) | undefined;
}

const NONE: readonly Fault[] = [];

/** A settings form, rendered from the contract's schema. Shows a skeleton while it loads. */
export function SettingsForm<Value extends object>(props: SettingsFormProps<Value>): ReactNode {
  return (
    <LoadBoundary key={props.form}>
      <Suspense fallback={<FormSkeleton />}>
        <LoadedForm {...props} />
      </Suspense>
    </LoadBoundary>
  );
}

export function FormSkeleton(): ReactNode {
  return (
    <div aria-busy="true">
      <SkeletonLines count={6} height="36px" />
    </div>
  );
}

function LoadedForm<Value extends object>(props: SettingsFormProps<Value>): ReactNode {
  const { value, onChange, faults = NONE, attempts = 0, readOnly = false, deployment, openForm, owns } = props;
  const form = use(loadForm(props.form));
  const { configptr } = form;
  const isHere = props.focus === configptr || props.focus?.startsWith(`${configptr}/`);
  const own = useMemo(() => faultsBelow(configptr, faults), [configptr, faults]);
  return (
    <FormView
      form={form}
      controlFor={controlFor}
      owns={owns}
      data={valueAtPointer(value, configptr)}
      onChange={({ data, faults: found }) => {
        const update = (target: Value) =>
          withValueAtPointer(target, configptr, withOwn(valueAtPointer(target, configptr), data, owns)) as Value;
        onChange({
          update,
          configptr,
          part: props.part ?? configptr,
          faults: faultsAbove(configptr, ownFaults(found, owns)),
        });
      }}
      faults={own}
      attempts={attempts}
      readOnly={readOnly}
      definition={form.target === 'definition' ? (value as unknown as ProfileDefinition) : undefined}
      changeDefinition={(change, found) => {
        const update = (target: Value) => change(target as unknown as ProfileDefinition) as unknown as Value;
        onChange({
          update,
          configptr,
          part: props.part ?? configptr,
          faults: faultsAbove(configptr, ownFaults(found, owns)),
        });
      }}
      deployment={deployment}
      openForm={openForm}
      focus={isHere ? props.focus?.slice(configptr.length) : undefined}
      onFocused={props.onFocused}
    />
  );
}

/** The data with the changes of the fields that the form owns: another form may have changed the others since. */
function withOwn(before: unknown, after: unknown, owns: SettingsFormProps<object>['owns']): unknown {
  if (!owns || !isObject(before) || !isObject(after)) return after;
  const others = Object.entries(before).filter(([field]) => !owns(field));
  // The form recognizes its own data by their identity.
  if (others.every(([field, value]) => sameJson(after[field], value))) return after;
  const own = Object.entries(after).filter(([field]) => owns(field));
  return Object.fromEntries([...others, ...own]);
}

function ownFaults(faults: readonly Fault[], owns: SettingsFormProps<object>['owns']): readonly Fault[] {
  return owns ? faults.filter(({ path }) => owns(pointerKeys(path)[0] ?? '')) : faults;
}

/** The faults of a part of a target, with paths relative to the part. */
function faultsBelow(configptr: string, faults: readonly Fault[]): readonly Fault[] {
  return faults
    .filter(({ path }) => path === configptr || path.startsWith(`${configptr}/`))
    .map((fault) => ({ ...fault, path: fault.path.slice(configptr.length) }));
}

/** The faults of a part, with paths relative to the target. */
function faultsAbove(configptr: string, faults: readonly Fault[]): readonly Fault[] {
  return faults.map((fault) => ({ ...fault, path: configptr + fault.path }));
}
