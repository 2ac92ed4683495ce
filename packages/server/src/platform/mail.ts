import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** One message to one person. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html?: string;
  readonly attachments?: readonly MailAttachment[];
}

interface MailAttachment {
  readonly filename: string;
  readonly contentType: string;
  readonly content: Buffer;
}

export interface Mailer {
  /** Resolves when the message is handed over: accepted by the mail server, or written to the outbox. */
  send(mail: Mail): Promise<void>;
}

export interface MailOptions {
  /** smtp:// or smtps:// address of a mail server; undefined writes to the outbox folder instead. */
  readonly smtpUrl: string | undefined;
  /** Folder that gets one .eml file (RFC 5322) a message; their names sort by time. */
  readonly outbox: string;
  readonly from: string;
}

/** The mail library is loaded with the first message: most starts never send one. */
export function createMailer({ smtpUrl, outbox, from }: MailOptions): Mailer {
  let written = 0;
  return {
    async send({ attachments = [], ...rest }) {
      const mail = { ...rest, attachments: [...attachments] };
      const { createTransport } = await import('nodemailer');
      if (smtpUrl !== undefined) {
        await createTransport(smtpUrl).sendMail({ from, ...mail });
        return;
      }
      const { message } = await createTransport({ streamTransport: true, buffer: true }).sendMail({ from, ...mail });
      if (!Buffer.isBuffer(message)) throw new TypeError('The mail library did not render the message');
      await mkdir(outbox, { recursive: true, mode: 0o700 });
      written += 1;
      const name = `${new Date().toISOString().replaceAll(':', '-')}-${process.pid}-${String(written).padStart(6, '0')}`;
      // Renamed when complete, so that whoever watches the folder never reads half a message.
      await writeFile(join(outbox, `.${name}`), message, { mode: 0o600 });
      await rename(join(outbox, `.${name}`), join(outbox, `${name}.eml`));
    },
  };
}
