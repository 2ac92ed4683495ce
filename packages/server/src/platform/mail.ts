import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { countOutcome } from './measures.ts';

/** A message to one person. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html?: string;
  readonly attachments?: readonly MailAttachment[];
  /** Mail programs offer to unsubscribe with it (RFC 8058). */
  readonly unsubscribeLink?: string;
}

interface MailAttachment {
  readonly filename: string;
  readonly contentType: string;
  readonly content: Buffer;
}

export interface Mailer {
  /** Resolves when the mail server accepted the message, or it is in the outbox. */
  send(mail: Mail): Promise<void>;
}

export interface MailOptions {
  /** smtp:// or smtps:// URL of a mail server; undefined: the outbox folder. */
  readonly smtpUrl: string | undefined;
  /** Folder with one .eml file (RFC 5322) per message; file names sort by time. */
  readonly outbox: string;
  readonly from: string;
}

function headersOf(unsubscribeLink: string | undefined): Record<string, string> {
  if (unsubscribeLink === undefined) return {};
  return {
    'List-Unsubscribe': `<${unsubscribeLink}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  };
}

const TIMEOUTS_MS = { connectionTimeout: 30_000, greetingTimeout: 30_000, socketTimeout: 60_000 };

/** The operator's URL with our timeouts where it has none: a mail server that says nothing holds up the others. */
function withTimeouts(smtpUrl: string): string {
  const url = new URL(smtpUrl);
  for (const [name, ms] of Object.entries(TIMEOUTS_MS)) {
    if (!url.searchParams.has(name)) url.searchParams.set(name, String(ms));
  }
  return url.href;
}

/** The mail library is loaded with the first message, because most starts never send one. */
export function createMailer({ smtpUrl, outbox, from }: MailOptions): Mailer {
  let written = 0;
  async function send({ attachments = [], unsubscribeLink, ...rest }: Mail): Promise<void> {
    const mail = { ...rest, attachments: [...attachments], headers: headersOf(unsubscribeLink) };
    const { createTransport } = await import('nodemailer');
    if (smtpUrl !== undefined) {
      await createTransport(withTimeouts(smtpUrl)).sendMail({ from, ...mail });
      return;
    }
    const { message } = await createTransport({ streamTransport: true, buffer: true }).sendMail({ from, ...mail });
    if (!Buffer.isBuffer(message)) throw new TypeError('The mail library did not render the message');
    await mkdir(outbox, { recursive: true, mode: 0o700 });
    written += 1;
    const name = `${new Date().toISOString().replaceAll(':', '-')}-${process.pid}-${String(written).padStart(6, '0')}`;
    // Renamed once complete, so that nobody reads a partial message.
    await writeFile(join(outbox, `.${name}`), message, { mode: 0o600 });
    await rename(join(outbox, `.${name}`), join(outbox, `${name}.eml`));
  }
  return { send: (mail) => countOutcome('mails', () => send(mail)) };
}
