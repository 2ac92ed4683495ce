import { useTexts } from '@berth/web/i18n/store.ts';
import { Input, Textarea } from '@mantine/core';
import { type ReactNode, Suspense, useEffect, useId, useState } from 'react';
import { Frame, faultNode } from '../controls/frame.tsx';
import { type ControlProps, emptied, useControl } from '../controls/use-control.ts';
import { useDraft } from '../controls/use-edit.ts';
import { lazyPart } from '../load-once.tsx';
import styles from './html.module.css';

const RichText = lazyPart(() => import('../rich-text/rich-text.tsx'));

type Face = 'text' | 'html';

/** HTML, written as text with a toolbar or as its source. */
export function HtmlControl(props: ControlProps): ReactNode {
  const { schema, data, path } = props;
  const { t } = useTexts();
  const control = useControl(props);
  const id = useId();
  const value = typeof data === 'string' ? data : '';
  const draft = useDraft(value, (text) => control.set(emptied(schema, text)));
  const [chosen, choose] = useState<Face>('text');
  const [written, setWritten] = useState('');
  const isKept = useIsKept(draft.text, written);
  // The text editor would lose HTML that it does not support.
  const face: Face = isKept === false ? 'html' : chosen;
  return (
    <Frame
      path={path}
      width="full"
      onLeave={() => {
        draft.flush();
        control.touch();
      }}
    >
      <Input.Wrapper
        id={id}
        label={control.label}
        labelElement={face === 'html' ? 'label' : 'div'}
        labelProps={{ htmlFor: face === 'html' ? `${id}-source` : undefined }}
        description={control.description}
        descriptionProps={{ id: `${id}-description` }}
        error={faultNode(control.error)}
        withAsterisk={control.required}
      >
        <div className={styles.editor}>
          <div className={styles.faces}>
            {(['text', 'html'] as const).map((each) => (
              <button
                key={each}
                type="button"
                className={styles.face}
                aria-pressed={face === each}
                disabled={each === 'text' && isKept === false}
                onClick={() => {
                  draft.flush();
                  choose(each);
                }}
              >
                {t(`forms.text.face.${each}`)}
              </button>
            ))}
          </div>
          {face === 'text' && isKept === undefined && <div className={styles.loading} aria-busy="true" />}
          {face === 'text' && isKept && (
            <Suspense fallback={<div className={styles.loading} aria-busy="true" />}>
              <RichText
                html={draft.text}
                disabled={control.disabled}
                label={control.label}
                describedBy={control.description === undefined ? undefined : `${id}-description`}
                onChange={(html) => {
                  setWritten(html);
                  draft.change(html);
                }}
              />
            </Suspense>
          )}
          {face === 'html' && (
            <Textarea
              id={`${id}-source`}
              className={styles.source}
              aria-label={control.label}
              aria-required={control.required}
              error={control.error !== undefined}
              disabled={control.disabled}
              rows={8}
              spellCheck={false}
              placeholder={typeof schema.default === 'string' && schema.default !== '' ? schema.default : undefined}
              value={draft.text}
              onChange={(event) => draft.change(event.currentTarget.value)}
            />
          )}
        </div>
        {isKept === false && <p className={styles.note}>{t('forms.text.onlyHtml')}</p>}
      </Input.Wrapper>
    </Frame>
  );
}

/** Whether the text editor preserves the HTML; undefined until known. It preserves its own output. */
function useIsKept(html: string, written: string): boolean | undefined {
  const [kept, setKept] = useState<{ readonly html: string; readonly is: boolean }>();
  const isKnown = html.trim() === '' || html === written || html === kept?.html;
  useEffect(() => {
    if (isKnown) return undefined;
    let isCurrent = true;
    void import('../rich-text/editor.ts').then(({ canEdit }) => isCurrent && setKept({ html, is: canEdit(html) }));
    return () => {
      isCurrent = false;
    };
  }, [html, isKnown]);
  if (!isKnown) return undefined;
  return html === kept?.html ? kept.is : true;
}
