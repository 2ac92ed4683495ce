import type { CommandHandler } from './handler.ts';

export const notify: CommandHandler<'notify'> = async ({ msg, emergency = false }, { addMessage, showHome }, id) => {
  try {
    // Kiosk mode has no home screen until then; a separate window shows the message.
    if (emergency) await showHome();
  } finally {
    addMessage(id, msg, emergency);
  }
  return '';
};
