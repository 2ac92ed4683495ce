import type { Fault } from '@berth/contract/errors';
import type { LayoutItem } from '@berth/contract/profile/home';
import { useTexts } from '@berth/web/i18n/store.ts';
import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { type ReactNode, Suspense, use } from 'react';
import { DANGER } from '../../ui/mantine/theme.ts';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { Inner, useForm } from '../form-context.tsx';
import { loadForm } from '../form-definition.ts';
import { FormView } from '../form-view.tsx';
import styles from './grid.module.css';

const NONE: readonly Fault[] = [];

interface WidgetSettingsProps {
  readonly item: LayoutItem;
  readonly disabled: boolean;
  /** Number of save attempts since the widget was added. */
  readonly attempts: number;
  /** The field to focus, as a JSON pointer into the widget's form; then `onFocused` is called. */
  readonly focus: string | undefined;
  readonly onFocused: () => void;
  readonly onChange: (widget: LayoutItem['widget']) => void;
  readonly onRemove: () => void;
}

/** The selected widget's own form. */
export function WidgetSettings(props: WidgetSettingsProps): ReactNode {
  const { t } = useTexts();
  const { item, disabled, onRemove } = props;
  return (
    <section className={styles.settings} aria-label={t(`forms.widget.kind.${item.widget.type}`)}>
      <header className={styles.settingsHeader}>
        <strong>{t(`forms.widget.kind.${item.widget.type}`)}</strong>
        <Button
          variant="subtle"
          size="xs"
          color={DANGER}
          leftSection={<IconTrash size={16} aria-hidden />}
          disabled={disabled}
          onClick={onRemove}
        >
          {t('forms.widget.remove')}
        </Button>
      </header>
      <Suspense fallback={<SkeletonLines count={3} height="36px" />}>
        <LoadedSettings {...props} key={item.id} />
      </Suspense>
    </section>
  );
}

function LoadedSettings({ item, disabled, attempts, focus, onFocused, onChange }: WidgetSettingsProps): ReactNode {
  const { type } = item.widget;
  const form = use(loadForm(`widget/${type}`));
  const { controlFor, deployment } = useForm();
  return (
    <Inner>
      <FormView
        form={form}
        controlFor={controlFor}
        owns={undefined}
        data={item.widget[type] ?? {}}
        onChange={({ data }) => onChange({ ...item.widget, [type]: data } as LayoutItem['widget'])}
        faults={NONE}
        attempts={attempts}
        readOnly={disabled}
        definition={undefined}
        changeDefinition={() => undefined}
        deployment={deployment}
        openForm={undefined}
        focus={focus}
        onFocused={onFocused}
      />
    </Inner>
  );
}
