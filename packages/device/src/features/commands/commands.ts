import type { CommandMessage, FromMachine } from '@berth/contract/device/messages';
import { COMMAND_TYPES, COMMANDS, type CommandType, type PayloadOf } from '@berth/contract/rules/commands';
import { type AcceptedCommand, acceptedCommand, COMMANDS_KEPT } from '../../state/machine-state.ts';
import { tolerantChecker } from '../../state/schema.ts';
import type { Store } from '../../state/store.ts';
import type { Log } from '../../system/log.ts';
import type { CommandContext } from './handler.ts';
import { HANDLERS } from './registry.ts';

export interface CommandsOptions {
  readonly store: Store;
  readonly bootId: string;
  readonly context: CommandContext;
  /** Returns false if there is no connection; `arrived` is called once the cloud has processed the message. */
  readonly send: (message: FromMachine, arrived?: () => void) => boolean;
  /** Called right before a command runs. */
  readonly onRun: (message: CommandMessage) => void;
  readonly log: Log;
}

const OUTPUT_MAX = 32_000;
const CHECKS = new Map(COMMAND_TYPES.map((type) => [type, tolerantChecker(COMMANDS[type].payload)]));

/**
 * Runs the cloud's commands, each at most once, even across a crash. A command is stored as accepted before it runs.
 * Its result is sent on every new connection until the cloud has received it.
 */
export class Commands {
  readonly #options: CommandsOptions;

  constructor(options: CommandsOptions) {
    this.#options = options;
  }

  /** Sets the results of commands that the previous process left unfinished. Never rejects. */
  async recover(): Promise<void> {
    const { store, bootId, log } = this.#options;
    if (!store.state.commands.some(({ result }) => result === null)) return;
    await store
      .update((state) => ({
        ...state,
        commands: state.commands.map((each) =>
          each.result === null ? { ...each, result: aftermath(each, bootId) } : each,
        ),
      }))
      // On a disk that cannot be written, the results are sent all the same.
      .catch((error: unknown) => log.error({ error: String(error) }, 'results of commands are not stored'));
  }

  async receive(message: CommandMessage): Promise<void> {
    const { store, send, log, bootId } = this.#options;
    const known = acceptedCommand(store.state, message.id);
    if (known) {
      send({ type: 'accepted', id: message.id });
      if (known.result) this.#send({ ...known, result: known.result });
      return;
    }
    // Expired: the cloud drops the command.
    if (message.expiresInMs <= 0) return;
    const accepted: AcceptedCommand = { id: message.id, command: message.command, bootId, result: null, sent: false };
    try {
      await store.update((state) => ({ ...state, commands: [...state.commands, accepted].slice(-COMMANDS_KEPT) }));
    } catch (error) {
      this.#refuse(message, error);
      return;
    }
    send({ type: 'accepted', id: message.id });
    log.info({ command: message.command, id: message.id }, 'command accepted');
    const result = await this.#run(message);
    // A result that cannot be stored is sent all the same. If it is lost, a restart says that the agent ended.
    await this.#change(message.id, { result }).catch((error) =>
      log.error({ error: String(error), command: message.command }, 'the result is not stored'),
    );
    this.#send({ ...accepted, result });
  }

  /** Answers for a command that could not be stored. It does not run: after a crash, it could run a second time. */
  #refuse({ id, command }: CommandMessage, error: unknown): void {
    const { store, send, log } = this.#options;
    log.error({ error: String(error), command }, 'command not stored');
    // In memory it would count as accepted.
    const forget = store.update((state) => ({ ...state, commands: state.commands.filter((each) => each.id !== id) }));
    forget.catch(() => {});
    const reason = (error as NodeJS.ErrnoException).code === 'ENOSPC' ? 'its disk is full' : String(error);
    send({
      type: 'result',
      id,
      ok: false,
      output: `The machine could not store the command and did not run it: ${reason}.`,
    });
  }

  /** Sends the results that the cloud has not confirmed. */
  resend(): void {
    for (const command of this.#options.store.state.commands) {
      if (command.result && !command.sent) this.#send({ ...command, result: command.result });
    }
  }

  async #run(message: CommandMessage): Promise<Result> {
    const { command, payload } = message;
    this.#options.onRun(message);
    try {
      const output = await run(command, payload, this.#options.context, message.id);
      return { ok: true, output: output.slice(0, OUTPUT_MAX) };
    } catch (error) {
      const output = error instanceof Error ? error.message : String(error);
      this.#options.log.warn({ command, error: output }, 'command failed');
      return { ok: false, output: output.slice(0, OUTPUT_MAX) };
    }
  }

  #send({ id, result }: AcceptedCommand & { readonly result: Result }): void {
    this.#options.send({ type: 'result', id, ok: result.ok, output: result.output }, () => {
      this.#change(id, { sent: true }).catch((error) =>
        this.#options.log.error({ error: String(error) }, 'state not kept'),
      );
    });
  }

  #change(id: AcceptedCommand['id'], change: Partial<AcceptedCommand>): Promise<void> {
    return this.#options.store.update((state) => ({
      ...state,
      commands: state.commands.map((each) => (each.id === id ? { ...each, ...change } : each)),
    }));
  }
}

type Result = NonNullable<AcceptedCommand['result']>;

function run<C extends CommandType>(
  command: C,
  payload: unknown,
  context: CommandContext,
  id: CommandMessage['id'],
): Promise<string> {
  const fault = CHECKS.get(command)?.(payload)[0];
  if (fault) throw new Error(`The payload of "${command}" is invalid: ${fault.instancePath} ${fault.message}`);
  // The payload has just been validated.
  return HANDLERS[command](payload as PayloadOf<C>, context, id);
}

// A command that ends the boot, such as a reboot, succeeded if this is the next boot.
function aftermath({ command, bootId }: AcceptedCommand, currentBootId: string): Result {
  const worked = COMMANDS[command].endsBoot && bootId !== currentBootId;
  return worked ? { ok: true, output: '' } : { ok: false, output: 'The agent ended while it ran.' };
}
