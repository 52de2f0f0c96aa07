// How the command line says that something went wrong: for people on standard error, for programs on standard output.
import type { Failure } from '../../../contract/failure.ts'
import { printJson } from './command.ts'
import { exit } from './exit.ts'
import { paint, visible } from './show.ts'
import type { World } from './cli-context.ts'

/** Says it and gives the exit code back. */
export function complain(world: World, error: Failure, json: boolean, code: number = exit.failed): number {
  if (json) printJson(world, { error })
  const hint = error.hint === undefined ? '' : `${visible(error.hint)}\n`
  world.note(`${paint(world.color).red('gatehouse:')} ${visible(error.text)}\n${hint}`)
  return code
}
