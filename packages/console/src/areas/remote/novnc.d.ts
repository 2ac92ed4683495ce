declare module '@novnc/novnc' {
  /** The socket interface that noVNC requires; ours is an encrypted channel. */
  export interface RawChannel {
    binaryType: string;
    protocol: string;
    readyState: string;
    onopen: (() => void) | null;
    onmessage: ((event: { readonly data: ArrayBuffer }) => void) | null;
    onerror: (() => void) | null;
    onclose: ((event: { readonly code: number; readonly reason: string }) => void) | null;
    send(data: Uint8Array): void;
    close(): void;
  }

  export default class RFB extends EventTarget {
    constructor(target: HTMLElement, channel: RawChannel, options?: { credentials?: { password: string } });
    viewOnly: boolean;
    scaleViewport: boolean;
    background: string;
    sendCtrlAltDel(): void;
    clipboardPasteFrom(text: string): void;
    disconnect(): void;
    focus(): void;
  }
}
