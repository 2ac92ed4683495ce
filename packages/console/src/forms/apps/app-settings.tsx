import type { Fault } from '@berth/contract/errors';
import { type ReactNode, Suspense, use } from 'react';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { Inner, useDefinition, useForm } from '../form-context.tsx';
import { type AnyFormId, loadForm } from '../form-definition.ts';
import { FormView } from '../form-view.tsx';
import { valueAtPointer, withValueAtPointer } from '../state/values-at-path.ts';
import styles from './apps.module.css';

interface AppSettingsProps {
  readonly form: AnyFormId;
  readonly disabled: boolean;
}

const NONE: readonly Fault[] = [];
/** An app that was only turned on. */
const NO_INSTANCE = { settings: {} };

/** The settings of an app's instances inside the list of apps: a nested form on a part of its data. */
export function AppSettings(props: AppSettingsProps): ReactNode {
  return (
    <div className={styles.settings}>
      <Suspense fallback={<SkeletonLines count={3} height="36px" />}>
        <LoadedSettings {...props} />
      </Suspense>
    </div>
  );
}

function LoadedSettings({ form: id, disabled }: AppSettingsProps): ReactNode {
  const form = use(loadForm(id));
  const { store, controlFor, configptr, deployment, attempts, changeDefinition } = useForm();
  const definition = useDefinition();
  const inner = form.configptr.slice(configptr.length);
  return (
    <Inner>
      <FormView
        form={form}
        controlFor={controlFor}
        owns={undefined}
        data={valueAtPointer(store.state().data, inner) ?? NO_INSTANCE}
        onChange={({ data }) => store.change('', withValueAtPointer(store.state().data, inner, data))}
        faults={NONE}
        attempts={attempts}
        readOnly={disabled}
        definition={definition}
        changeDefinition={(update) => changeDefinition(update)}
        deployment={deployment}
        openForm={undefined}
        focus={undefined}
        onFocused={undefined}
      />
    </Inner>
  );
}
