// How the command line says that something went wrong: for people on standard error, for programs
// on standard output.
import type { Failure } from '../../../../contract/failure.ts'
import { printJson } from '../command.ts'
import { exitFor } from '../exit.ts'
import { paint, visible } from './show.ts'
import type { CliContext } from '../cli-context.ts'

/** Gives the exit code, which follows from the failure alone. */
export function complain(
  context: Pick<CliContext, 'color' | 'note' | 'out'>,
  error: Failure,
  json: boolean,
): number {
  if (json) printJson(context, { error })
  const hint = error.hint === undefined ? '' : `${visible(error.hint)}\n`
  context.note(`${paint(context.color).red('gatehouse:')} ${visible(error.text)}\n${hint}`)
  return exitFor(error)
}
