/** A failure that a person can fix; its message says how. Printed without a stack. */
export class Failure extends Error {
  /**
   * @param {string} message What happened and how to fix it.
   * @param {string} [output] The whole output of the failed program.
   */
  constructor(message, output = '') {
    super(message);
    this.name = 'Failure';
    this.output = output;
  }
}

/**
 * Runs a program's main function; turns a failure into a message and exit code 1.
 * @param {() => Promise<number>} main Returns the exit code.
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
 * Whether `parseArgs` threw this error for an unknown option.
 * @param {unknown} error
 * @returns {error is Error}
 */
function isArgumentFault(error) {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS_');
}
