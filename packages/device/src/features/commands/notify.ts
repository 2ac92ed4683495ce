import type { CommandHandler } from './handler.ts';

export const notify: CommandHandler<'notify'> = async ({ msg, emergency = false }, { addMessage, showHome }, id) => {
  try {
    // In kiosk mode only an emergency shows the home screen; other messages open in a separate window.
    if (emergency) await showHome();
  } finally {
    addMessage(id, msg, emergency);
  }
  return '';
};
