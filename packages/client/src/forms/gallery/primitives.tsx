import {
  ActionIcon,
  Button,
  Checkbox,
  NativeSelect,
  PasswordInput,
  Radio,
  Switch,
  Textarea,
  TextInput,
} from '@mantine/core';
import '@mantine/core/styles/Radio.layer.css';
import '@mantine/core/styles/Switch.layer.css';
import { IconPlus, IconStar } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { Dialog } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { DANGER } from '../../ui/mantine/theme.ts';
import { Notice } from '../../ui/notice.tsx';
import { Panel } from '../../ui/panel.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { Status } from '../../ui/status.tsx';
import { SymbolIcon } from '../../ui/symbol.tsx';
import { showToast, Toaster } from '../../ui/toaster.tsx';
import styles from './gallery.module.css';

const TONES = ['good', 'info', 'warn', 'bad'] as const;
/** What is shown, by the names that the code has for it. */
const NAMES = {
  button: 'Button',
  field: 'Field',
  text: 'TextInput',
  password: 'PasswordInput',
  lines: 'Textarea',
  select: 'NativeSelect',
  box: 'Checkbox',
  radio: 'Radio',
  flag: 'Switch',
  notice: 'Notice',
  empty: 'EmptyState',
  qr: 'QrCode',
  dialog: 'Dialog',
  toast: 'toast',
} as const;
const LONG = 'Zeiterfassungsportal-Verwaltungsberechtigung';

function labelOf(name: string, state: string): string {
  return [name, state].join(' ');
}

/** Every primitive in all its states, under the names that the code has for them. */
export function Primitives(): ReactNode {
  return (
    <>
      <Buttons />
      <Fields />
      <Messages />
      <Overlays />
    </>
  );
}

function Buttons(): ReactNode {
  return (
    <Panel title={NAMES.button}>
      <div className={styles.states}>
        {(['filled', 'default', 'subtle'] as const).map((variant) => (
          <span key={variant} className={styles.states}>
            <Button variant={variant}>{variant}</Button>
            <Button variant={variant} leftSection={<IconPlus size={18} aria-hidden />}>
              {LONG}
            </Button>
            <Button variant={variant} size="compact-sm">
              {variant}
            </Button>
            <Button variant={variant} disabled>
              {variant}
            </Button>
            <Button variant={variant} loading>
              {variant}
            </Button>
          </span>
        ))}
        <Button color={DANGER}>{DANGER}</Button>
        {(['default', 'subtle'] as const).map((variant) => (
          <ActionIcon key={variant} variant={variant} size={36} aria-label={variant}>
            <IconStar size={20} stroke={1.5} aria-hidden />
          </ActionIcon>
        ))}
      </div>
    </Panel>
  );
}

const FIELD_STATES = [
  ['empty', {}],
  ['filled', { defaultValue: LONG }],
  ['described', { description: LONG }],
  ['faulty', { defaultValue: LONG, error: LONG }],
  ['disabled', { defaultValue: LONG, disabled: true }],
  ['required', { withAsterisk: true }],
] as const;

function Fields(): ReactNode {
  return (
    <Panel title={NAMES.field}>
      <div className={styles.grid}>
        {FIELD_STATES.map(([state, props]) => (
          <div key={state} className={styles.grid}>
            <TextInput label={labelOf(NAMES.text, state)} {...props} />
            <PasswordInput label={labelOf(NAMES.password, state)} {...props} />
            <Textarea label={labelOf(NAMES.lines, state)} {...props} />
            <NativeSelect label={labelOf(NAMES.select, state)} data={[LONG]} {...props} />
          </div>
        ))}
        <div className={styles.grid}>
          {[false, true].flatMap((disabled) =>
            [false, true].map((checked) => {
              const state = { disabled, defaultChecked: checked };
              const name = [disabled ? 'disabled' : 'enabled', checked ? 'on' : 'off'].join(' ');
              return (
                <div key={name} className={styles.states}>
                  <Checkbox label={labelOf(NAMES.box, name)} {...state} />
                  <Radio label={labelOf(NAMES.radio, name)} {...state} />
                  <Switch label={labelOf(NAMES.flag, name)} {...state} />
                </div>
              );
            }),
          )}
          <Checkbox label={NAMES.box} indeterminate readOnly checked={false} />
        </div>
      </div>
    </Panel>
  );
}

function Messages(): ReactNode {
  return (
    <Panel title={NAMES.notice}>
      <div className={styles.column}>
        {TONES.map((tone) => (
          <Notice key={tone} tone={tone} action={<Button variant="default">{tone}</Button>}>
            {labelOf(tone, LONG)}
          </Notice>
        ))}
        <div className={styles.states}>
          {[...TONES, 'neutral' as const].map((tone) => (
            <Status key={tone} tone={tone}>
              {tone}
            </Status>
          ))}
        </div>
        <EmptyState icon={IconStar} title={NAMES.empty} action={<Button>{LONG}</Button>}>
          {LONG}
        </EmptyState>
        <div aria-busy="true">
          <SkeletonLines count={3} />
        </div>
        <div className={styles.states}>
          {['device-desktop', 'no-such-symbol'].map((name) => (
            <SymbolIcon key={name} name={name} className={styles.symbol} />
          ))}
          <QrCode text={LONG} label={NAMES.qr} className={styles.code} />
        </div>
      </div>
    </Panel>
  );
}

function Overlays(): ReactNode {
  const [open, setOpen] = useState<'dialog' | 'alertdialog'>();
  return (
    <Panel title={NAMES.dialog}>
      <div className={styles.states}>
        {(['dialog', 'alertdialog'] as const).map((role) => (
          <Button key={role} variant="default" onClick={() => setOpen(role)}>
            {role}
          </Button>
        ))}
        <Button
          variant="default"
          onClick={() => showToast(() => LONG, { label: () => NAMES.toast, run: () => undefined })}
        >
          {NAMES.toast}
        </Button>
      </div>
      {open && (
        <Dialog
          title={open}
          alert={open === 'alertdialog'}
          onClose={() => setOpen(undefined)}
          actions={<Button onClick={() => setOpen(undefined)}>{open}</Button>}
        >
          <p>{LONG}</p>
        </Dialog>
      )}
      <Toaster />
    </Panel>
  );
}
