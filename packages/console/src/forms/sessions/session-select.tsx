import { useTexts } from '@berth/web/i18n/store.ts';
import { NativeSelect } from '@mantine/core';
import type { ReactNode } from 'react';
import { useDefinition } from '../form-context.tsx';
import { type SessionOption, sessionGroups } from './session-options.ts';

interface SessionSelectProps {
  /** A field's label, or a name for screen readers if the label is elsewhere. */
  readonly label: string;
  readonly labelHidden?: boolean;
  readonly description?: string | undefined;
  readonly error?: ReactNode;
  readonly disabled: boolean;
  /** The chosen session's key; undefined for none. */
  readonly chosen: string | undefined;
  /** Label of the empty choice; without it, a session is required. */
  readonly none?: string;
  readonly onChoose: (option: SessionOption | undefined) => void;
  readonly className?: string | undefined;
}

/** A choice among the profile's sessions, grouped by type. A missing session is marked. */
export function SessionSelect(props: SessionSelectProps): ReactNode {
  const { label, labelHidden = false, description, error, disabled, chosen, none, onChoose, className } = props;
  const { t } = useTexts();
  const definition = useDefinition();
  const groups = definition ? sessionGroups(definition) : [];
  const options = groups.flatMap((group) => group.options);
  const isGone = chosen !== undefined && !options.some(({ key }) => key === chosen);
  return (
    <NativeSelect
      {...(labelHidden ? { 'aria-label': label } : { label })}
      description={description}
      error={error}
      disabled={disabled}
      className={className}
      value={chosen ?? ''}
      onChange={(event) => onChoose(options.find(({ key }) => key === event.currentTarget.value))}
    >
      {none === undefined
        ? chosen === undefined && <option value="">{t('forms.session.choose')}</option>
        : none !== '' && <option value="">{none}</option>}
      {isGone && <option value={chosen}>{t('forms.session.gone')}</option>}
      {groups.map(({ kind, options: ofKind }) => (
        <optgroup key={kind} label={t(`forms.session.kind.${kind}`)}>
          {ofKind.map(({ key, name }, index) => (
            <option key={key} value={key}>
              {name || t('forms.list.unnamed', { number: index + 1 })}
            </option>
          ))}
        </optgroup>
      ))}
    </NativeSelect>
  );
}
