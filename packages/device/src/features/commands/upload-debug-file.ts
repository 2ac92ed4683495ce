import type { CommandHandler } from './handler.ts';

export const uploadDebugFile: CommandHandler<'upload-debug-file'> = async ({ path, token }, context) => {
  await context.uploadDebugFile(path, token);
  return '';
};
