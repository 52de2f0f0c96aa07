// The line that an agent's shell runs in place of its own command: our program and a token. Of the
// agent's command nothing is in it but a folder that it moves to, which was found on the disk and is
// in single quotes, so no quoting can break out of it.
import { basename, dirname, isAbsolute, join } from 'node:path'

/** 256 bits. */
const TOKEN = /^[0-9a-f]{64}$/

export type ExecProgram = {
  /** Node, and what it runs. */
  readonly words: readonly string[]
  readonly home: string
}

/** From the program that answers the hook to the one that runs the command. Null: not known. */
export function execHere({
  execPath,
  argv,
  env,
  platform,
}: Pick<NodeJS.Process, 'execPath' | 'argv' | 'env' | 'platform'>): ExecProgram | null {
  // There is no sandbox there, so nothing is rewritten.
  if (platform === 'win32') return null
  const entry = argv[1] ?? ''
  const program = programBeside(entry)
  return program === null
    ? null
    : { words: [execPath, program, 'exec'], home: env['GATEHOUSE_HOME'] ?? '' }
}

/** The launcher and the command line know the command; a program of its own has another beside it. */
function programBeside(entry: string): string | null {
  const folder = dirname(entry)
  if (!isAbsolute(entry)) return null
  switch (basename(entry)) {
    case 'gatehouse.cjs':
    case 'cli.js':
      return entry
    case 'hook.js':
      return join(folder, 'exec.js')
    case 'main.ts':
      return basename(folder) === 'hook' ? join(folder, '..', 'exec', 'main.ts') : entry
    default:
      return null
  }
}

/**
 * For sh, bash and zsh. Null: the token is not one of ours.
 * @param folder where the agent's shell goes when the command has succeeded; null: it stays.
 */
export function execLine(
  { words, home }: ExecProgram,
  token: string,
  folder: string | null = null,
): string | null {
  if (!TOKEN.test(token)) return null
  const line = [
    // A project may set it for whatever the agent starts, and it would load code of the project.
    `NODE_OPTIONS=''`,
    ...(home === '' ? [] : [`GATEHOUSE_HOME=${single(home)}`]),
    ...words.map(single),
    `--call ${token}`,
  ].join(' ')
  // No alias and no function of the person's; and a folder that is gone by then changes no exit code.
  return folder === null
    ? line
    : `${line} && { \\builtin cd -- ${single(folder)} >/dev/null 2>&1; :; }`
}

const single = (word: string): string => `'${word.replaceAll("'", String.raw`'\''`)}'`
