// Which quick file a command line is loaded from, and under which name its compiled code is stored.
import { typedLook } from '../../launch/typed-look.cjs'
import { quickFiles } from './quick-files.ts'

/**
 * The file that a command line is read from, and the command in it. `way`: an option that makes it another
 * question.
 */
export type QuickLook = {
  readonly file: string
  readonly command: string
  readonly way: string | null
}

/** What is asked with one of these runs other code. */
const WAYS: readonly string[] = ['batch', 'command', 'mount', 'tool']

/** Null where it is none of a look. */
export function quickLookFor(argv: readonly string[]): QuickLook | null {
  const look = typedLook(quickFiles, argv)
  const way = WAYS.find((one) =>
    argv.some((word) => word === `--${one}` || word.startsWith(`--${one}=`)),
  )
  return look && { ...look, way: way ?? null }
}
