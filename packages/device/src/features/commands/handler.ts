import type { LogEntry } from '@berth/contract/api/machines';
import type { CommandId } from '@berth/contract/ids';
import type { CommandType, PayloadOf } from '@berth/contract/rules/commands';
import type { Desktop } from '../../system/ports/desktop.ts';
import type { System } from '../../system/ports.ts';

/** What command handlers can use. */
export interface CommandContext {
  readonly system: System;
  /** Null while there is no screen. */
  readonly desktop: () => Desktop | null;
  /** Shows an administrator's message to the machine's user; an emergency covers the screen. */
  readonly addMessage: (id: CommandId, message: string, emergency: boolean) => void;
  /** Brings the home screen in front of every session. */
  readonly showHome: () => Promise<void>;
  readonly writeLog: (type: LogEntry['type'], message: string) => void;
  /** The Berth OS version in the profile; undefined if there is none. */
  readonly wantedVersion: () => string | undefined;
  /** Sets what is being installed; null when done. */
  readonly setUpdating: (doing: string | null) => void;
  /** Runs a pressed button's command and settles the press with its result. */
  readonly duringPress: (press: string | undefined, run: () => Promise<string>) => Promise<string>;
  readonly startRemote: (payload: PayloadOf<'remote'>) => Promise<string>;
  /** Uploads the machine's debug file to this path of the cloud. */
  readonly uploadDebugFile: (path: string, token: string) => Promise<void>;
  readonly onFactoryReset: () => void;
}

/** Runs one command. Resolves to its output; rejects with the failure text. */
export type CommandHandler<C extends CommandType> = (
  payload: PayloadOf<C>,
  context: CommandContext,
  id: CommandId,
) => Promise<string>;
