import '@xterm/xterm/css/xterm.css';
import { cspNonce } from '@berth/web/ui/csp-nonce.ts';
import { Terminal } from '@xterm/xterm';

const FONT = { size: 14, family: 'ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace' };
const ROWS = 20;
const COLUMNS = { min: 40, max: 200 };

export interface TerminalSize {
  readonly columns: number;
  readonly rows: number;
}

export interface TerminalView {
  readonly size: TerminalSize;
  readonly write: (bytes: Uint8Array) => void;
  readonly close: () => void;
}

interface TerminalHandlers {
  readonly label: string;
  readonly onType: (bytes: Uint8Array) => void;
  readonly onSize: (size: TerminalSize) => void;
}

/** Renders a terminal in an element, at its full width. */
export function drawTerminal(target: HTMLElement, { label, onType, onSize }: TerminalHandlers): TerminalView {
  const terminal = new Terminal({
    cols: columnsOf(target),
    rows: ROWS,
    fontSize: FONT.size,
    fontFamily: FONT.family,
    cursorBlink: false,
    screenReaderMode: true,
    scrollback: 5_000,
    documentOverride: withNonce(document),
  });
  terminal.open(target);
  terminal.textarea?.setAttribute('aria-label', label);
  terminal.onData((text) => onType(new TextEncoder().encode(text)));
  terminal.onBinary((text) => onType(Uint8Array.from(text, (letter) => letter.charCodeAt(0))));
  const watch = new ResizeObserver(() => {
    const columns = columnsOf(target);
    if (columns === terminal.cols) return;
    terminal.resize(columns, ROWS);
    onSize({ columns, rows: ROWS });
  });
  watch.observe(target);
  terminal.focus();
  return {
    size: { columns: terminal.cols, rows: ROWS },
    write: (bytes) => terminal.write(bytes),
    close() {
      watch.disconnect();
      terminal.dispose();
    },
  };
}

function columnsOf(target: HTMLElement): number {
  const context = document.createElement('canvas').getContext('2d');
  if (!context) return COLUMNS.min;
  context.font = `${FONT.size}px ${FONT.family}`;
  const columns = Math.floor((target.clientWidth - 16) / context.measureText('W').width);
  return Math.max(COLUMNS.min, Math.min(COLUMNS.max, columns));
}

/** xterm writes its colors into style elements, which need the page's nonce. */
function withNonce(page: Document): Document {
  return new Proxy(page, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      if (name !== 'createElement') return value.bind(target);
      return (tag: string) => {
        const element = target.createElement(tag);
        if (tag === 'style') element.nonce = cspNonce();
        return element;
      };
    },
  });
}
