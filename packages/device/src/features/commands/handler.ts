import type { LogEntry } from '@berth/contract/api/machines';
import type { CommandId } from '@berth/contract/ids';
import type { CommandType, PayloadOf } from '@berth/contract/rules/commands';
import type { Desktop } from '../../system/ports/desktop.ts';
import type { System } from '../../system/ports.ts';

/** What command handlers may use. */
export interface CommandContext {
  readonly system: System;
  /** Null while there is no screen. */
  readonly desktop: () => Desktop | null;
  /** Shows an administrator's message to the machine's user; an emergency covers the screen. */
  readonly addMessage: (id: CommandId, message: string, emergency: boolean) => void;
  /** Brings the home screen in front of every session. */
  readonly showHome: () => Promise<void>;
  readonly writeLog: (type: LogEntry['type'], message: string) => void;
  /** The version of Berth OS that the profile names; undefined: none. */
  readonly wantedVersion: () => string | undefined;
  /** What is being installed; null once nothing is. */
  readonly setUpdating: (doing: string | null) => void;
  /** Runs a pressed button's command and settles the press with its result. */
  readonly duringPress: (press: string | undefined, run: () => Promise<string>) => Promise<string>;
  readonly startRemote: (payload: PayloadOf<'remote'>) => Promise<string>;
  /** Sends the machine's debug file to this path of the cloud. */
  readonly uploadDebugFile: (path: string, token: string) => Promise<void>;
  readonly onFactoryReset: () => void;
}

/** Runs one command; returns the success text and throws the failure text. */
export type CommandHandler<C extends CommandType> = (
  payload: PayloadOf<C>,
  context: CommandContext,
  id: CommandId,
) => Promise<string>;
