import { SETTINGS_FORMS } from '@berth/contract/profile/forms/all';
import type { SettingsForm as Settings } from '@berth/contract/profile/forms/form';
import { type ReactNode, useState } from 'react';
import { WidgetProvider } from '../../ui/mantine/provider.tsx';
import { Panel } from '../../ui/panel.tsx';
import type { AnyFormId } from '../form-definition.ts';
import { SettingsForm } from '../settings-form.tsx';
import styles from './gallery.module.css';
import { Primitives } from './primitives.tsx';
import { STATES, type State, targetsIn } from './states.ts';

const FORMS = Object.entries(SETTINGS_FORMS) as [AnyFormId, Settings][];

const PRIMITIVES = 'primitives';

/** Every primitive, and every settings form in every state, for looking at while they are made: ?form=…&state=… */
export function Gallery(): ReactNode {
  const query = new URLSearchParams(location.search);
  const state = STATES.find((each) => each === query.get('state')) ?? 'full';
  const wanted = query.get('form');
  return (
    <WidgetProvider>
      <nav className={styles.nav}>
        <a href={`?form=${PRIMITIVES}`}>
          <code>{PRIMITIVES}</code>
        </a>
        {FORMS.map(([id]) => (
          <a key={id} href={`?form=${id}&state=${state}`}>
            <code>{id}</code>
          </a>
        ))}
        {STATES.map((each) => (
          <a key={each} href={`?form=${wanted ?? ''}&state=${each}`}>
            <code>{each}</code>
          </a>
        ))}
      </nav>
      <main className={styles.forms}>
        <h1>
          <code>{wanted === PRIMITIVES ? PRIMITIVES : state}</code>
        </h1>
        {wanted === PRIMITIVES && <Primitives />}
        {FORMS.filter(([id]) => !wanted || id === wanted).map(([id, { target }]) => (
          <Shown key={id} id={id} initial={targetsIn(state)[target]} state={state} />
        ))}
      </main>
    </WidgetProvider>
  );
}

interface ShownProps {
  readonly id: AnyFormId;
  readonly initial: Record<string, unknown>;
  readonly state: State;
}

function Shown({ id, initial, state }: ShownProps): ReactNode {
  const [value, setValue] = useState(initial);
  return (
    <Panel title={id}>
      <SettingsForm
        form={id}
        value={value}
        onChange={({ update }) => setValue(update)}
        readOnly={state === 'readonly'}
        deployment="vanilla"
        openForm={(form) => location.assign(`?form=${form}&state=${state}`)}
      />
      <details className={styles.value}>
        <summary>
          <code>value</code>
        </summary>
        <pre data-value={id}>{JSON.stringify(value, undefined, 2)}</pre>
      </details>
    </Panel>
  );
}
