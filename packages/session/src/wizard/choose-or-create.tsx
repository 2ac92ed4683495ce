import { ApiError } from '@berth/web/data/api-error.ts';
import { useTexts } from '@berth/web/i18n/store.ts';
import { useState } from 'react';
import { Choices } from '../parts/choices.tsx';
import { ErrorText, Field } from '../parts/field.tsx';
import { useList } from './api.ts';
import styles from './step.module.css';
import { StepLayout } from './step.tsx';
import type { Choice } from './wizard-state.ts';

interface ChooseOrCreateProps {
  readonly texts: Readonly<
    Record<'title' | 'text' | 'first' | 'label' | 'create' | 'nameLabel' | 'invalid' | 'createFailed' | 'taken', string>
  >;
  readonly rule: { readonly minLength: number; readonly maxLength: number; readonly pattern: string };
  /** Suggested name of a new one. */
  readonly suggestion: string;
  readonly load: () => Promise<Choice[]>;
  readonly create: (name: string) => Promise<Choice>;
  readonly chosen: Choice | undefined;
  readonly onBack: () => void;
  readonly onChosen: (choice: Choice) => void;
}

const NEW = 'new';

/** A list to choose from, with "new" as its last choice. An empty list shows the form of a new one immediately. */
export function ChooseOrCreate({
  texts,
  rule,
  suggestion,
  load,
  create,
  chosen,
  onBack,
  onChosen,
}: ChooseOrCreateProps) {
  const { t, has } = useTexts();
  const { list, failed, retry } = useList(load);
  const [picked, setPicked] = useState(chosen?.id);
  const [name, setName] = useState(suggestion);
  const [creating, setCreating] = useState(false);
  const [error, setError] = useState<unknown>();
  const known = list?.some(({ id }) => id === picked) === true || picked === NEW ? picked : undefined;
  const value = known ?? (list?.length === 1 ? list[0]?.id : undefined) ?? (list?.length === 0 ? NEW : undefined);
  const trimmed = name.trim();
  const valid = trimmed.length >= rule.minLength && new RegExp(rule.pattern, 'u').test(trimmed);

  async function goOn(): Promise<void> {
    const choice = list?.find(({ id }) => id === value);
    if (choice) return onChosen({ id: choice.id, name: choice.name });
    setCreating(true);
    setError(undefined);
    try {
      onChosen(await create(trimmed));
    } catch (caught) {
      setError(caught);
      setCreating(false);
    }
  }

  function reason(caught: unknown): string {
    const code = caught instanceof ApiError ? caught.code : 'unknown';
    if (code === 'name-taken') return texts.taken;
    const key = `errors.code.${code}`;
    return code !== 'internal' && has(key) ? `${texts.createFailed} ${t(key)}` : texts.createFailed;
  }

  if (failed) {
    return (
      <StepLayout title={texts.title} onBack={onBack} next={{ label: t('common.retry'), run: retry }}>
        <ErrorText>{t('wizard.list.failed')}</ErrorText>
      </StepLayout>
    );
  }
  const ready = value !== undefined && (value !== NEW || valid) && !creating;
  return (
    <StepLayout
      title={texts.title}
      text={list?.length === 0 ? texts.first : texts.text}
      onBack={onBack}
      next={{ label: t(creating ? 'common.wait' : 'common.next'), disabled: !ready, run: () => void goOn() }}
    >
      {list === undefined ? (
        <div className={styles.skeleton} role="status" aria-label={t('common.loading')} />
      ) : (
        list.length > 0 && (
          <div className={styles.list}>
            <Choices
              label={texts.label}
              name="choice"
              options={[
                ...list.map((each) => ({ value: each.id, label: each.name })),
                { value: NEW, label: texts.create },
              ]}
              value={value}
              onChange={setPicked}
            />
          </div>
        )
      )}
      {list !== undefined && value === NEW && (
        <Field
          label={texts.nameLabel}
          value={name}
          maxLength={rule.maxLength}
          autoComplete="off"
          error={
            (error === undefined ? undefined : reason(error)) ?? (trimmed === '' || valid ? undefined : texts.invalid)
          }
          onChange={(next) => {
            setName(next);
            setError(undefined);
          }}
        />
      )}
    </StepLayout>
  );
}
