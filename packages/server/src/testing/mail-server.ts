import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { eventually } from '@berth/testing/wait';

/** A mail server that requires a password and keeps its messages. */
export interface MailServer {
  readonly port: number;
  /** Whether it rejects messages from now on. */
  refuses: boolean;
  /** Resolves after it rejected a message. */
  readonly refused: Promise<void>;
  /** Waits for a message that matches a pattern; returns the pattern's group in the newest one. */
  found(pattern: RegExp): Promise<string>;
  close(): Promise<void>;
}

export async function startMailServer(): Promise<MailServer> {
  const messages: string[] = [];
  const refusal = Promise.withResolvers<void>();
  const server = createServer((socket) => {
    let message: string | undefined;
    let rest = '';
    socket.on('error', () => undefined);
    socket.write('220 mail.test\r\n');
    socket.on('data', (chunk) => {
      const lines = `${rest}${chunk.toString()}`.split('\r\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        if (message !== undefined) {
          if (line !== '.') {
            message += `${line}\n`;
            continue;
          }
          messages.push(message);
          message = undefined;
          socket.write('250 kept\r\n');
        } else socket.write(answer(line));
      }
    });
    const answer = (line: string): string => {
      if (/^EHLO/i.test(line)) return '250-mail.test\r\n250 AUTH PLAIN LOGIN\r\n';
      if (/^AUTH/i.test(line)) return '235 welcome\r\n';
      if (/^QUIT/i.test(line)) return '221 bye\r\n';
      if (mail.refuses && /^RCPT/i.test(line)) {
        refusal.resolve();
        return '550 nobody here\r\n';
      }
      if (line !== 'DATA') return '250 fine\r\n';
      message = '';
      return '354 go on\r\n';
    };
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const mail: MailServer = {
    port: (server.address() as AddressInfo).port,
    refuses: false,
    refused: refusal.promise,
    found: (pattern) =>
      eventually(() => {
        const [text] = messages.toReversed().flatMap((each) => pattern.exec(unfolded(each))?.[1] ?? []);
        if (text === undefined) throw new Error(`No mail has ${String(pattern)}`);
        return text;
      }),
    async close() {
      server.close();
      await once(server, 'close');
    },
  };
  return mail;
}

/** Without the line breaks of quoted-printable. */
function unfolded(message: string): string {
  return message.replaceAll('=\n', '').replaceAll('=3D', '=');
}
