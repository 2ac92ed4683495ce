import { useTexts } from '@berth/web/i18n/store.ts';
import { ActionIcon, Button, TextInput } from '@mantine/core';
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconBold,
  IconH2,
  IconItalic,
  IconLink,
  IconList,
  IconListNumbers,
  type TablerIcon,
} from '@tabler/icons-react';
import type { Editor } from '@tiptap/core';
import { type ReactNode, useEffect, useReducer, useRef, useState } from 'react';
import { withScheme } from '../controls/use-control.ts';
import { useLatest } from '../state/use-form-store.ts';
import { htmlOf, openEditor } from './editor.ts';
import styles from './rich-text.module.css';

interface RichTextProps {
  readonly html: string;
  readonly disabled: boolean;
  readonly label: string;
  readonly describedBy: string | undefined;
  readonly onChange: (html: string) => void;
}

interface Tool {
  readonly name: 'heading' | 'bold' | 'italic' | 'bulletList' | 'orderedList' | 'link' | 'undo' | 'redo';
  readonly icon: TablerIcon;
  /** Undefined for the one that opens a field. */
  readonly run?: (editor: Editor) => unknown;
}

const TOOLS: readonly Tool[] = [
  { name: 'heading', icon: IconH2, run: (editor) => editor.chain().focus().toggleHeading({ level: 2 }).run() },
  { name: 'bold', icon: IconBold, run: (editor) => editor.chain().focus().toggleBold().run() },
  { name: 'italic', icon: IconItalic, run: (editor) => editor.chain().focus().toggleItalic().run() },
  { name: 'bulletList', icon: IconList, run: (editor) => editor.chain().focus().toggleBulletList().run() },
  { name: 'orderedList', icon: IconListNumbers, run: (editor) => editor.chain().focus().toggleOrderedList().run() },
  { name: 'link', icon: IconLink },
  { name: 'undo', icon: IconArrowBackUp, run: (editor) => editor.chain().focus().undo().run() },
  { name: 'redo', icon: IconArrowForwardUp, run: (editor) => editor.chain().focus().redo().run() },
];

/** A text editor with a toolbar; its value is HTML. */
export default function RichText({ html, disabled, label, describedBy, onChange }: RichTextProps): ReactNode {
  const { t } = useTexts();
  const place = useRef<HTMLDivElement>(null);
  const [editor, setEditor] = useState<Editor>();
  const [, showState] = useReducer((count: number) => count + 1, 0);
  const [isLinking, setLinking] = useState(false);
  const latest = useLatest({ html, onChange });
  useEffect(() => {
    if (!place.current) return undefined;
    const opened = openEditor({
      element: place.current,
      html: latest.current.html,
      editable: !disabled,
      attributes: {
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': label,
        ...(describedBy === undefined ? {} : { 'aria-describedby': describedBy }),
      },
      onChange: (text) => latest.current.onChange(text),
      onState: showState,
    });
    setEditor(opened);
    return () => opened.destroy();
  }, [disabled, label, describedBy, latest]);
  // Changed elsewhere, as by discarding.
  useEffect(() => {
    if (editor && !editor.isFocused && html !== htmlOf(editor)) editor.commands.setContent(html, { emitUpdate: false });
  }, [editor, html]);
  return (
    <>
      <div className={styles.tools} role="toolbar" aria-label={t('forms.text.tools')}>
        {TOOLS.map(({ name, icon: Icon, run }) => (
          <ActionIcon
            key={name}
            variant="subtle"
            color="gray"
            size={28}
            disabled={disabled || !editor}
            aria-label={t(`forms.text.${name}`)}
            title={t(`forms.text.${name}`)}
            {...(name === 'undo' || name === 'redo' ? {} : { 'aria-pressed': editor?.isActive(name) ?? false })}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => (run ? editor && run(editor) : setLinking(!isLinking))}
          >
            <Icon size={18} stroke={1.75} aria-hidden />
          </ActionIcon>
        ))}
      </div>
      {isLinking && editor && <LinkField editor={editor} onDone={() => setLinking(false)} />}
      <div ref={place} className={styles.text} />
    </>
  );
}

/** The URL of the link at the cursor, or of the new link of the selected words. */
function LinkField({ editor, onDone }: { readonly editor: Editor; readonly onDone: () => void }): ReactNode {
  const { t } = useTexts();
  const before: unknown = editor.getAttributes('link').href;
  const [url, setUrl] = useState(typeof before === 'string' ? before : '');
  const apply = (href: string) => {
    const chain = editor.chain().focus().extendMarkRange('link');
    if (href === '') chain.unsetLink().run();
    else if (editor.state.selection.empty && before === undefined) {
      chain.insertContent({ type: 'text', text: href, marks: [{ type: 'link', attrs: { href } }] }).run();
    } else chain.setLink({ href }).run();
    onDone();
  };
  return (
    <div className={styles.link}>
      <TextInput
        size="xs"
        className={styles.url}
        aria-label={t('forms.text.url')}
        inputMode="url"
        value={url}
        data-autofocus
        autoFocus
        onChange={(event) => setUrl(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') apply(withScheme(url));
          if (event.key === 'Escape') onDone();
        }}
      />
      <Button size="xs" variant="default" onClick={() => apply(withScheme(url))}>
        {t('common.ok')}
      </Button>
      {before !== undefined && (
        <Button size="xs" variant="subtle" onClick={() => apply('')}>
          {t('forms.picture.remove')}
        </Button>
      )}
    </div>
  );
}
