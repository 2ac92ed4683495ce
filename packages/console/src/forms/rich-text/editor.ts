import { safeHtml } from '@berth/web/ui/safe-html.ts';
import { Editor } from '@tiptap/core';
import { StarterKit } from '@tiptap/starter-kit';

/** The toolbar's formats and no others: machines show the text without own styles. */
const EXTENSIONS = [
  StarterKit.configure({
    heading: { levels: [1, 2, 3] },
    link: { openOnClick: false, autolink: false, HTMLAttributes: { target: null, rel: null } },
    code: false,
    codeBlock: false,
    dropcursor: false,
    gapcursor: false,
    trailingNode: false,
  }),
];

interface EditorOptions {
  readonly element: HTMLElement;
  readonly html: string;
  readonly editable: boolean;
  /** Attributes of the editable element. */
  readonly attributes: Record<string, string>;
  readonly onChange: (html: string) => void;
  /** Called with every change of the text or of the selection. */
  readonly onState: () => void;
}

/** Opens a text editor in an element. */
export function openEditor({ element, html, editable, attributes, onChange, onState }: EditorOptions): Editor {
  return new Editor({
    element,
    extensions: EXTENSIONS,
    content: safeHtml(html),
    editable,
    injectCSS: false,
    editorProps: { attributes },
    onUpdate: ({ editor }) => onChange(htmlOf(editor)),
    onTransaction: onState,
  });
}

/** The text as HTML; empty for an empty text. */
export function htmlOf(editor: Editor): string {
  return editor.isEmpty ? '' : safeHtml(editor.getHTML());
}

/** Whether the editor preserves some HTML: unsupported elements and styles would be lost. */
export function canEdit(html: string): boolean {
  const editor = new Editor({ element: null, extensions: EXTENSIONS, content: safeHtml(html), injectCSS: false });
  const kept = outlineOf(editor.getHTML());
  editor.destroy();
  return kept === outlineOf(safeHtml(html));
}

/** Elements, attributes and text, without invisible differences. */
function outlineOf(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  const elements = [...body.querySelectorAll('*')]
    .filter(({ localName }) => localName !== 'p' && localName !== 'br')
    .map(({ localName, attributes }) => {
      const names = [...attributes].map(({ name, value }) => `${name}=${value}`);
      return [SAME[localName] ?? localName, ...names.toSorted()].join(' ');
    });
  return `${elements.join('|')}#${(body.textContent ?? '').replaceAll(/\s+/g, '')}`;
}

const SAME: Readonly<Record<string, string>> = { b: 'strong', i: 'em', del: 's', strike: 's' };
