import type { CommandHandler } from './handler.ts';

export const notify: CommandHandler<'notify'> = async ({ msg, emergency = false }, { addMessage, showHome }, id) => {
  addMessage(id, msg, emergency);
  if (emergency) await showHome();
  return '';
};
