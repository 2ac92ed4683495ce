import {
  REMOTE_FILE_MAX,
  REMOTE_FILE_PIECE,
  REMOTE_FILE_WINDOW,
  type RemoteNews,
  type RemoteRequest,
} from '@berth/contract/device/remote';

/** Receives the progress of a file, in bytes. */
type Progress = (done: number, of: number) => void;

interface Waiting<Value> {
  readonly resolve: (value: Value) => void;
  readonly reject: (error: Error) => void;
}

interface Fetching extends Waiting<{ readonly name: string; readonly content: Blob }> {
  readonly pieces: ArrayBuffer[];
  readonly progress: Progress;
  name: string;
  size: number;
  got: number;
}

/** Terminal and file transfer of a machine, next to its screen. One file in each direction at a time. */
export class ShellChannel {
  onOutput: (bytes: Uint8Array) => void = () => {};
  onTerminalEnd: () => void = () => {};
  readonly ask: (request: RemoteRequest) => void;
  readonly #send: (channel: 'terminal' | 'file', bytes: Uint8Array) => void;
  #sending: Waiting<string> | null = null;
  #received = 0;
  #onReceived: (bytes: number) => void = () => {};
  #more: () => void = () => {};
  #fetching: Fetching | null = null;

  constructor(send: (channel: 'terminal' | 'file', bytes: Uint8Array) => void, ask: (request: RemoteRequest) => void) {
    this.#send = send;
    this.ask = ask;
  }

  type(bytes: Uint8Array): void {
    this.#send('terminal', bytes);
  }

  /**
   * Uploads a file, at the machine's writing speed.
   *
   * @returns its path on the machine. @throws with the machine's message, in English.
   */
  async put(file: Blob, path: string, progress: Progress): Promise<string> {
    if (file.size > REMOTE_FILE_MAX) throw new Error('The file is too large.');
    this.#received = 0;
    this.#onReceived = (bytes) => progress(bytes, file.size);
    const stored = new Promise<string>((resolve, reject) => {
      this.#sending = { resolve, reject };
    });
    const failed = stored.then(
      () => {},
      () => this.#more(),
    );
    this.ask({ type: 'put', path, size: file.size });
    for (let at = 0; at < file.size && this.#sending; at += REMOTE_FILE_PIECE) {
      const piece = await file.slice(at, at + REMOTE_FILE_PIECE).arrayBuffer();
      await this.#room(at);
      this.#send('file', new Uint8Array(piece));
    }
    await failed;
    return stored;
  }

  /** @throws with the machine's message, in English. */
  get(path: string, progress: Progress): Promise<{ readonly name: string; readonly content: Blob }> {
    return new Promise((resolve, reject) => {
      this.#fetching = { resolve, reject, progress, pieces: [], name: '', size: 0, got: 0 };
      this.ask({ type: 'get', path });
    });
  }

  hear(news: RemoteNews): void {
    if (news.type === 'terminal-ended') this.onTerminalEnd();
    if (news.type === 'received') {
      this.#received = news.bytes;
      this.#onReceived(news.bytes);
      this.#more();
    }
    if (news.type === 'stored') this.#sending?.resolve(news.path);
    if (news.type === 'file-failed') this.#fail(new Error(news.message));
    if (news.type === 'file' && this.#fetching) {
      Object.assign(this.#fetching, { name: news.name, size: news.size });
      if (news.size === 0) this.#finish();
    }
  }

  /** Receives bytes of the requested file. */
  take(bytes: ArrayBuffer): void {
    const fetching = this.#fetching;
    if (!fetching) return;
    fetching.pieces.push(bytes);
    fetching.got += bytes.byteLength;
    fetching.progress(fetching.got, fetching.size);
    if (fetching.got >= fetching.size) this.#finish();
  }

  close(): void {
    this.#fail(new Error('The connection has ended.'));
    this.onTerminalEnd();
  }

  #finish(): void {
    const fetching = this.#fetching;
    this.#fetching = null;
    fetching?.resolve({ name: fetching.name, content: new Blob(fetching.pieces) });
  }

  #fail(error: Error): void {
    this.#sending?.reject(error);
    this.#sending = null;
    this.#fetching?.reject(error);
    this.#fetching = null;
  }

  async #room(at: number): Promise<void> {
    while (this.#sending && at - this.#received > REMOTE_FILE_WINDOW) {
      await new Promise<void>((resolve) => {
        this.#more = resolve;
      });
    }
  }
}
