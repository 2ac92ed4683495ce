/** A failure that a person can mend; its message says what to do. Printed without a stack. */
export class Failure extends Error {
  /**
   * @param {string} message What happened and what to do.
   * @param {string} [output] What the failing program printed, all of it.
   */
  constructor(message, output = '') {
    super(message);
    this.name = 'Failure';
    this.output = output;
  }
}

/**
 * Runs a program's main function; a failure becomes a message and exit code 1.
 * @param {() => Promise<number>} main Answers the exit code.
 */
export async function runMain(main) {
  try {
    process.exitCode = await main();
  } catch (error) {
    if (isArgumentFault(error)) {
      console.error(`Berth: ${error.message}`);
      process.exitCode = 1;
      return;
    }
    if (!(error instanceof Failure)) throw error;
    if (error.output) console.error(`${error.output.trimEnd()}\n`);
    console.error(`Berth: ${error.message}`);
    process.exitCode = 1;
  }
}

/**
 * What `parseArgs` throws for an option that a command does not know.
 * @param {unknown} error
 * @returns {error is Error}
 */
function isArgumentFault(error) {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS_');
}
