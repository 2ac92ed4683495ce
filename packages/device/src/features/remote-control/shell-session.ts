import type { Readable, Writable } from 'node:stream';
import { REMOTE_CHANNEL, REMOTE_FILE_MAX, type RemoteRequest } from '@berth/contract/device/remote';
import type { Shell, Terminal } from '../../system/ports/shell.ts';
import type { RemoteTunnel } from './remote-tunnel.ts';

/** Reading pauses while more bytes than this wait for the cloud. */
const HIGH_WATER = 512 * 1024;

interface Upload {
  readonly file: Writable;
  readonly path: string;
  left: number;
  received: number;
}

/** A terminal and file transfers for a viewer who may use the machine's shell, one of each at a time. */
export class ShellSession {
  readonly #tunnel: RemoteTunnel;
  readonly #shell: Shell;
  #terminal: Terminal | null = null;
  #upload: Upload | null = null;
  /** Resolves when the file is open: its data follows the request immediately and has to wait. */
  #begun: Promise<void> = Promise.resolve();
  #download: Readable | null = null;

  constructor(tunnel: RemoteTunnel, shell: Shell) {
    this.#tunnel = tunnel;
    this.#shell = shell;
  }

  /** Handles terminal input and the data of an uploaded file. */
  take(channel: number, bytes: Buffer): void {
    if (channel === REMOTE_CHANNEL.terminal) this.#terminal?.write(bytes);
    if (channel === REMOTE_CHANNEL.file) void this.#begun.then(() => this.#store(bytes));
  }

  async obey(request: RemoteRequest): Promise<void> {
    switch (request.type) {
      case 'open-terminal':
        return this.#open(request);
      case 'resize-terminal':
        return this.#terminal?.resize(request);
      case 'close-terminal':
        return this.#terminal?.close();
      case 'put':
        this.#begun = this.#begin(request);
        return this.#begun;
      case 'get':
        return this.#send(request.path);
    }
  }

  async close(): Promise<void> {
    void this.#begun.then(() => this.#upload?.file.destroy());
    this.#download?.destroy();
    await this.#terminal?.close();
  }

  #open(size: { readonly columns: number; readonly rows: number }): void {
    if (this.#terminal) return;
    const terminal = this.#shell.openTerminal(size);
    this.#terminal = terminal;
    this.#passOn(terminal.output, 'terminal');
    void terminal.ended.then(() => {
      this.#terminal = null;
      this.#tunnel.tell({ type: 'terminal-ended' });
    });
  }

  async #begin({ path, size }: { readonly path: string; readonly size: number }): Promise<void> {
    try {
      if (this.#upload) throw new Error('Another file is on its way.');
      const stored = await this.#shell.writeFile(path);
      this.#upload = { ...stored, left: size, received: 0 };
      stored.file.on('error', (error) => this.#failed(error));
      if (size === 0) this.#finish();
    } catch (error) {
      this.#failed(error);
    }
  }

  #store(bytes: Buffer): void {
    const upload = this.#upload;
    if (!upload) return;
    if (bytes.length > upload.left) {
      this.#failed(new Error('More came than was announced.'));
      return;
    }
    upload.left -= bytes.length;
    upload.file.write(bytes, (error) => {
      if (error || this.#upload !== upload) return;
      upload.received += bytes.length;
      this.#tunnel.tell({ type: 'received', bytes: upload.received });
      if (upload.left === 0 && upload.received > 0) this.#finish();
    });
  }

  #finish(): void {
    const upload = this.#upload;
    if (!upload) return;
    this.#upload = null;
    upload.file.end(() => this.#tunnel.tell({ type: 'stored', path: upload.path }));
  }

  async #send(path: string): Promise<void> {
    try {
      if (this.#download) throw new Error('Another file is on its way.');
      const { name, size, file } = await this.#shell.readFile(path);
      if (size > REMOTE_FILE_MAX) throw new Error('The file is too large.');
      this.#download = file;
      this.#tunnel.tell({ type: 'file', name, size });
      this.#passOn(file, 'file');
      file.once('close', () => {
        this.#download = null;
      });
      file.on('error', (error) => this.#failed(error));
    } catch (error) {
      this.#failed(error);
    }
  }

  #failed(error: unknown): void {
    this.#upload?.file.destroy();
    this.#upload = null;
    this.#tunnel.tell({ type: 'file-failed', message: error instanceof Error ? error.message : String(error) });
  }

  #passOn(from: Readable, channel: 'terminal' | 'file'): void {
    from.on('data', (bytes: Buffer) => {
      this.#tunnel.send(channel, bytes, () => from.isPaused() && from.resume());
      if (this.#tunnel.waiting > HIGH_WATER) from.pause();
    });
  }
}
