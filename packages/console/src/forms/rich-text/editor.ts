import { safeHtml } from '@berth/web/ui/safe-html.ts';
import { Editor } from '@tiptap/core';
import { StarterKit } from '@tiptap/starter-kit';

/** What the toolbar offers, and nothing else: machines show the text without styles of its own. */
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

/** The text as the HTML that machines show; nothing for an empty text. */
export function htmlOf(editor: Editor): string {
  return editor.isEmpty ? '' : safeHtml(editor.getHTML());
}

/** Whether the editor keeps all that HTML shows: elements or styles that it does not know would be lost. */
export function canEdit(html: string): boolean {
  const editor = new Editor({ element: null, extensions: EXTENSIONS, content: safeHtml(html), injectCSS: false });
  const kept = outlineOf(editor.getHTML());
  editor.destroy();
  return kept === outlineOf(safeHtml(html));
}

/** The elements with their attributes and the words, without what makes no difference to a reader. */
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
