// What a command is. Each lives in a file of its own; commands.ts lists them.
import type { AppPaths } from '../../config/paths.ts'
import type { OptionName } from './options.ts'
import type { CliContext } from './cli-context.ts'

export type Call = {
  readonly context: CliContext
  readonly paths: AppPaths
  /** The words after the command's own, as many as `operands` names. */
  readonly operands: readonly string[]
  readonly options: ReadonlyMap<OptionName, string>
  readonly json: boolean
}

export type Command = {
  /** The words that name it: `tools run`. */
  readonly name: string
  /**
   * The words it needs after its name, as usage shows them; one in brackets may be left out, and
   * the last may be `[WORD …]`: any number.
   */
  readonly operands: readonly string[]
  /** What an operand may be, where that is known beforehand: for the completion of shells. */
  readonly choices?: Readonly<Record<string, readonly string[]>>
  /** Beside --json, --config and --help, which every command takes. */
  readonly options: readonly OptionName[]
  /** How those options are written, for the usage line. */
  readonly usage: string
  readonly summary: string
  /** Gives the exit code. */
  run(call: Call): Promise<number>
}

export const printJson = (context: Pick<CliContext, 'out'>, value: unknown): void =>
  context.out(`${JSON.stringify(value)}\n`)
