import type { BodyOf } from '@berth/contract/api/endpoint';
import { type createTagRule, previewTagRule, type TagRule } from '@berth/contract/api/tag-rules';
import type { OrganizationId } from '@berth/contract/ids';
import { hasCondition, isNetwork, NETWORK, RULE_NETWORKS_MAX } from '@berth/contract/rules/tag-rules';
import { DISPLAY_NAME } from '@berth/contract/rules/text';
import { call } from '@berth/web/data/call.ts';
import { useTexts } from '@berth/web/i18n/store.ts';
import { TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { FieldPair, FormDialog } from '../dialogs/form-dialog.tsx';
import { openDialog } from '../dialogs/stack.tsx';
import { useDialogForm } from '../dialogs/use-dialog-form.ts';
import { TagField } from '../machines/tags.tsx';
import { WordsField } from '../parts/words-field.tsx';
import styles from './rules-panel.module.css';

export type WantedRule = BodyOf<typeof createTagRule>;

interface RuleValues {
  readonly name: string;
  readonly networks: readonly string[];
  readonly nameLike: string;
  readonly modelLike: string;
  readonly tags: readonly string[];
}

interface RuleDialogProps {
  readonly orgId: OrganizationId;
  /** Undefined for a new one. */
  readonly rule: TagRule | undefined;
  readonly send: (wanted: WantedRule) => Promise<void>;
  readonly close: () => void;
}

function RuleDialog({ orgId, rule, send, close }: RuleDialogProps): ReactNode {
  const { t } = useTexts();
  const form = useDialogForm({
    start: (): RuleValues => ({ name: '', networks: [], nameLike: '', modelLike: '', tags: [], ...rule }),
    place: `tag rule ${rule ? `${rule.id} ${rule.revision}` : orgId}`,
    check: (values) => ({
      name: values.name.trim() === '' ? t('common.required') : undefined,
      networks: hasCondition(conditionsOf(values)) ? undefined : t('machines.rules.condition'),
      tags: values.tags.length === 0 ? t('machines.rules.tags.missing') : undefined,
    }),
    send: (values) => send({ name: values.name, ...conditionsOf(values), tags: [...values.tags] }),
    close,
  });
  const { values, set } = form;
  return (
    <FormDialog form={form} title={t(rule ? 'machines.rules.edit' : 'machines.rules.make')} submit={t('common.save')}>
      <TextInput
        data-autofocus
        label={t('common.name')}
        maxLength={DISPLAY_NAME.maxLength}
        autoComplete="off"
        {...form.text('name')}
      />
      <WordsField
        label={t('machines.rules.networks')}
        description={t('machines.rules.networks.hint')}
        words={values.networks}
        onChange={(networks) => set({ networks })}
        isValid={isNetwork}
        invalid={(network) => t('machines.rules.networks.invalid', { network })}
        fault={form.fault('networks')}
        max={RULE_NETWORKS_MAX}
        maxLength={NETWORK.maxLength}
      />
      <FieldPair>
        <TextInput
          label={t('machines.rules.nameLike')}
          description={t('machines.rules.nameLike.hint')}
          maxLength={DISPLAY_NAME.maxLength}
          autoComplete="off"
          {...form.text('nameLike')}
        />
        <TextInput
          label={t('machines.rules.modelLike')}
          description={t('machines.rules.modelLike.hint')}
          maxLength={DISPLAY_NAME.maxLength}
          autoComplete="off"
          {...form.text('modelLike')}
        />
      </FieldPair>
      <Matching orgId={orgId} values={values} />
      <TagField
        tags={values.tags}
        words={{ label: t('machines.tags'), description: t('machines.rules.tags.hint') }}
        fault={form.fault('tags')}
        onChange={(tags) => set({ tags })}
      />
    </FormDialog>
  );
}

function conditionsOf({ networks, nameLike, modelLike }: RuleValues) {
  return {
    ...(networks.length > 0 && { networks: [...networks] }),
    ...(nameLike.trim() !== '' && { nameLike: nameLike.trim() }),
    ...(modelLike.trim() !== '' && { modelLike: modelLike.trim() }),
  };
}

/** Time without a keystroke before the machines are counted. */
const PAUSE_MS = 300;

interface MatchingProps {
  readonly orgId: OrganizationId;
  readonly values: RuleValues;
}

/** How many machines match what is typed. */
function Matching({ orgId, values }: MatchingProps): ReactNode {
  const { t } = useTexts();
  const [conditions] = useDebouncedValue(conditionsOf(values), PAUSE_MS);
  const { data } = useQuery({
    queryKey: [previewTagRule.id, orgId, conditions],
    queryFn: () => call(previewTagRule, { params: { orgId }, body: { ...conditions, tags: [] } }),
    enabled: hasCondition(conditions),
    placeholderData: keepPreviousData,
  });
  return (
    <p className={styles.matching} role="status">
      {hasCondition(conditions) && data && t('machines.rules.matching', { count: data.matching })}
    </p>
  );
}

/** Asks for the conditions and tags of a rule. */
export async function askForRule(
  orgId: OrganizationId,
  rule: TagRule | undefined,
  send: RuleDialogProps['send'],
): Promise<void> {
  await openDialog<void>((close) => <RuleDialog orgId={orgId} rule={rule} send={send} close={close} />);
}
