import type { Profile } from '@berth/contract/api/profiles';
import type { ReactNode } from 'react';
import { FormPanel, type FormPanelProps } from '../form-panel.tsx';
import type { Draft } from '../use-draft.ts';
import { useSourceMarks } from './source-marks.tsx';

interface MarkedFormPanelProps extends Omit<FormPanelProps, 'mark'> {
  readonly profile: Profile;
  readonly draft: Draft;
}

/** The forms of a profile's page, with a mark beside each field. */
export function MarkedFormPanel(props: MarkedFormPanelProps): ReactNode {
  return <FormPanel {...props} mark={useSourceMarks(props.profile, props.draft)} />;
}
