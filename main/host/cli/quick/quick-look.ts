// Which of the quick files a command line is read from.
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

/**
 * Null where it is none of a look. An option before the words may mislead it, which costs time and
 * nothing else.
 */
export function quickLookFor(argv: readonly string[]): QuickLook | null {
  const [first, second] = argv.filter((word) => !word.startsWith('-'))
  if (first === undefined || first === 'help') return { file: 'words', command: 'help', way: null }
  const way = WAYS.find((one) =>
    argv.some((word) => word === `--${one}` || word.startsWith(`--${one}=`)),
  )
  for (const [file, { commands }] of Object.entries(quickFiles)) {
    const command = commands.find((one) => one === first || one === `${first} ${second}`)
    if (command !== undefined) return { file, command, way: way ?? null }
  }
  return null
}
