// Where a program of this machine lies that packages are fetched or started with, and what the
// sandbox has to show so that it can run.
import { accessSync, constants, realpathSync, statSync } from 'node:fs'
import { dirname, isAbsolute, join } from 'node:path'
import { PROGRAM_PATH } from '../client/transport/launch.ts'

export type FoundProgram = {
  /** As it is called, outside as inside. */
  readonly at: string
  readonly real: string
  /** Null: the sandbox shows it anyway. */
  readonly shows: string | null
}

/** First where the sandbox looks by itself, then where the person's own shell does. */
export function findProgram(
  name: string,
  env: Readonly<Record<string, string | undefined>>,
): FoundProgram | null {
  for (const folder of `${PROGRAM_PATH}:${env['PATH'] ?? ''}`.split(':')) {
    if (!isAbsolute(folder)) continue
    const at = join(folder, name)
    try {
      accessSync(at, constants.X_OK)
      const real = realpathSync(at)
      if (!statSync(real).isFile()) continue
      return { at, real, shows: isShown(real) && isShown(at) ? null : real }
    } catch {
      // Not here.
    }
  }
  return null
}

export const isShown = (path: string): boolean => /^\/(usr|bin|lib)\//.test(path)

/** The folder of the package that a file of npm lies in. */
export const packageFolder = (file: string): string => dirname(dirname(file))
