import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ScreenReader } from '../ports/desktop.ts';
import type { Exit, Running } from '../ports/programs.ts';
import { REGISTRY } from './accessibility-bus.ts';
import type { Account } from './accounts.ts';
import { writeOwnedFile } from './owned-files.ts';
import { findProgram, startProgram } from './programs.ts';
import { connectToStarting } from './server-socket.ts';
import { environment } from './x-server.ts';

export interface ScreenReaderOptions {
  readonly display: string;
  /** The user that it runs as, which is the bus's user. */
  readonly account: Account | null;
  /** Folder of its settings. */
  readonly folder: string;
  /** Address of the accessibility bus. */
  readonly bus: string;
}

interface Tools {
  readonly orca: string;
  readonly speech: string;
}

/** Whether Orca and what it needs are installed. */
export function hasScreenReader(): boolean {
  return tools() !== null;
}

function tools(): Tools | null {
  const [orca, speech] = [findProgram('orca'), findProgram('speech-dispatcher')];
  return orca && speech && existsSync(REGISTRY) ? { orca, speech } : null;
}

/**
 * Orca with espeak-ng's voices. It reads programs that were started with the bus's address.
 * @param language BCP 47 tag of the user's language.
 */
export async function startScreenReader(options: ScreenReaderOptions, language: string): Promise<ScreenReader> {
  const found = tools();
  if (!found) throw new Error('Orca is not installed: there is no screen reader.');
  const voice = new Voice(found, options);
  await voice.speak(language);
  return voice;
}

/** Orca and its speech server, which both read their language at start. */
class Voice implements ScreenReader {
  readonly pid = -1;
  readonly bus: string;
  readonly exited: Promise<Exit>;
  readonly #tools: Tools;
  readonly #options: ScreenReaderOptions;
  #ended: (exit: Exit) => void = () => {};
  #running: readonly Running[] = [];

  constructor(found: Tools, options: ScreenReaderOptions) {
    this.#tools = found;
    this.#options = options;
    this.bus = options.bus;
    this.exited = new Promise((resolve) => {
      this.#ended = resolve;
    });
  }

  async speak(tag: string): Promise<void> {
    await this.#silence();
    const language = spokenLanguage(tag);
    const { account, folder, bus } = this.#options;
    const { config, socket } = await writeSpeechConfig(this.#options, language);
    const env = {
      ...environment(),
      DISPLAY: this.#options.display,
      HOME: folder,
      XDG_CONFIG_HOME: folder,
      XDG_DATA_HOME: folder,
      XDG_RUNTIME_DIR: folder,
      DBUS_SESSION_BUS_ADDRESS: bus,
      AT_SPI_BUS_ADDRESS: bus,
      GSETTINGS_BACKEND: 'memory',
      LANGUAGE: language,
      LC_ALL: 'C.UTF-8',
      SPEECHD_ADDRESS: `unix_socket:${socket}`,
    };
    const server = startProgram({
      program: this.#tools.speech,
      args: ['--run-single', '--config-dir', config, '--socket-path', socket, '--log-dir', config, '--timeout', '0'],
      env,
      account,
    });
    this.#run([server]);
    // Orca connects only once and stays silent if that fails.
    const connection = await connectToStarting(server, socket).catch(() => null);
    // Stopping the server ends the reader, which then restarts.
    if (!connection) return server.stop();
    connection.destroy();
    const orca = startProgram({
      program: this.#tools.orca,
      args: ['--user-prefs', join(folder, 'orca'), '--disable', 'braille,braille-monitor,key-echo'],
      env,
      account,
      // When Orca leaves the bus in order, Chromium 156 crashes, and its person loses the page.
      endsAtOnce: true,
    });
    this.#run([server, orca]);
  }

  /** If one program ends by itself, the whole reader ends. */
  #run(programs: readonly Running[]): void {
    this.#running = programs;
    for (const each of programs) {
      void each.exited.then((exit) => (this.#running === programs ? this.#end(exit) : undefined));
    }
  }

  // A speech server that is left over keeps the next one from starting.
  async #end(exit: Exit): Promise<void> {
    await this.#silence();
    this.#ended(exit);
  }

  stop(): Promise<void> {
    return this.#end({ code: 0, signal: null, isStopped: true });
  }

  async #silence(): Promise<void> {
    const running = this.#running;
    this.#running = [];
    await Promise.all(running.map((each) => each.stop()));
  }
}

/** Neither Orca nor espeak-ng knows Swiss German. */
function spokenLanguage(tag: string): string {
  const [language = 'en'] = tag.split('-');
  return language === 'gsw' ? 'de' : language;
}

// Logging is off: spoken text may be secret.
async function writeSpeechConfig(
  { account, folder }: ScreenReaderOptions,
  language: string,
): Promise<{ config: string; socket: string }> {
  const config = join(folder, 'speech');
  await writeOwnedFile(
    folder,
    'speech/speechd.conf',
    `LogLevel 0
AudioOutputMethod "pulse"
AddModule "espeak-ng" "sd_espeak-ng" "espeak-ng.conf"
DefaultModule espeak-ng
DefaultLanguage "${language}"
`,
    account,
  );
  await writeOwnedFile(folder, 'speech/modules/espeak-ng.conf', '', account);
  const socket = join(folder, 'speech.sock');
  // Remove the socket of a killed server.
  await rm(socket, { force: true });
  return { config, socket };
}
