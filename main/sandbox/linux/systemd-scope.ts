// Limits a whole tree of an ordinary user by a scope of his systemd: memory and processes together.
// Thin, since systemd does all of it. Found out by trying; where it does not work nothing is said
// to be bounded by it.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

export type Scope = {
  readonly systemdRun: string
  readonly env: string
  /**
   * Where the user's systemd listens. The only two variables it is given; the command gets neither.
   */
  readonly variables: Readonly<Record<string, string>>
}

const TRY_MS = 3000

/** Null where there is no systemd of the user, or it does not do it. */
export async function findScope(
  systemdRun: string | null,
  env: string | null,
  own: NodeJS.ProcessEnv,
): Promise<Scope | null> {
  const runtime = own['XDG_RUNTIME_DIR']
  if (systemdRun === null || env === null || runtime === undefined) return null
  const bus = own['DBUS_SESSION_BUS_ADDRESS']
  const variables = {
    XDG_RUNTIME_DIR: runtime,
    ...(bus === undefined ? {} : { DBUS_SESSION_BUS_ADDRESS: bus }),
  }
  const scope = { systemdRun, env, variables }
  const [file, ...args] = [
    ...scopeWords(scope, { processes: 16, memoryBytes: 64 * 1024 ** 2 }),
    '/bin/sh',
    '-c',
    'exit 7',
  ]
  const tried = await promisify(execFile)(file, args, {
    env: {},
    cwd: '/',
    timeout: TRY_MS,
    killSignal: 'SIGKILL',
  }).catch((error: unknown) => error)
  return tried instanceof Error && 'code' in tried && tried.code === 7 ? scope : null
}

/**
 * Words before a command: it runs in a scope of its own, as the same process, with an empty
 * environment.
 */
export const scopeWords = (
  { systemdRun, env, variables }: Scope,
  bound: { readonly processes: number; readonly memoryBytes: number; readonly weight?: number },
): string[] => [
  env,
  '-i',
  ...Object.entries(variables).map(([name, value]) => `${name}=${value}`),
  systemdRun,
  '--user',
  '--scope',
  '--quiet',
  '--collect',
  ...[
    '-p',
    `MemoryMax=${bound.memoryBytes}`,
    '-p',
    'MemorySwapMax=0',
    '-p',
    `TasksMax=${bound.processes}`,
  ],
  ...(bound.weight === undefined ? [] : ['-p', `CPUWeight=${bound.weight}`]),
  '--',
  env,
  '-i',
]
