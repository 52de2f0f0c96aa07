// What the launcher tells the person: one line for each thing it does. On standard error, so that a
// command's own output stays clean.

/** @param {string} line */
export function say(line) {
  process.stderr.write(`gatehouse: ${line}\n`)
}

/**
 * Something this machine lacks, in a sentence a person can act on. Shown without a stack.
 */
export class CannotGoOn extends Error {}

/**
 * Runs a program's main function: a `CannotGoOn` becomes one line and exit code 1, anything else is
 * a bug and keeps its stack.
 * @param {() => Promise<number>} main gives the exit code
 */
export async function runMain(main) {
  try {
    process.exitCode = await main()
  } catch (error) {
    if (!(error instanceof CannotGoOn)) throw error
    say(error.message)
    process.exitCode = 1
  }
}
