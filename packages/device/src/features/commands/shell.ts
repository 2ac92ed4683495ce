import type { CommandHandler } from './handler.ts';

export const runShellCommand: CommandHandler<'shell'> = ({ command, press }, { system, duringPress }) =>
  duringPress(press, () => system.shell.run(command));
