// How the engine and the C library give memory back is said at the start of a process and at no
// other time. An app that was started without it is started again with it, in the same process
// where the system can do that.
import { engineEnv, engineFlags } from '../../launch/engine.mjs'
import { runInForeground } from '../../launch/program.mjs'

export type ThisProcess = {
  readonly execPath: string
  readonly execArgv: readonly string[]
  readonly argv: readonly string[]
  readonly env: Readonly<Record<string, string | undefined>>
  /** Windows has none. Throws where the system refuses it. */
  readonly execve?:
    | ((file: string, args: readonly string[], env: NodeJS.ProcessEnv) => never)
    | undefined
}

/** What a person set in the environment stays. Null: it was started that way already. */
export function engineStart({ execPath, execArgv, argv, env }: ThisProcess) {
  const missing = engineFlags.filter((flag) => !execArgv.includes(flag))
  const given = { ...engineEnv, ...env }
  if (missing.length === 0 && Object.keys(engineEnv).every((name) => env[name] !== undefined))
    return null
  return { file: execPath, args: [...execArgv, ...missing, ...argv.slice(1)], env: given }
}

/**
 * Does not come back where the process could be replaced; else gives the exit code. Null: there is
 * nothing to do.
 */
export async function startWithEngine(here: ThisProcess): Promise<number | null> {
  const start = engineStart(here)
  if (start === null) return null
  const { file, args, env } = start
  if (here.execve === undefined) return runInForeground(file, args, { env })
  try {
    return here.execve(file, [file, ...args], env)
  } catch {
    // It needs more memory without them, and works all the same.
    return null
  }
}
