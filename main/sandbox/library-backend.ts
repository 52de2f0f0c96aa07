// The optional sandbox library behind one small interface. It is loaded only where it is installed,
// never through its own command line, and gets none of our environment. It holds its state for the
// whole process, so one session at a time. Not called a sandbox by anybody before it was tried;
// what it does not do: docs/decisions/0008-second-wall.md.
import type { ConfinedCommand } from './macos/seatbelt.ts'
import { randomUUID } from 'node:crypto'
import { failure, type Failure } from '../../contract/failure.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import { environment as usual } from './command-environment.ts'
import { libraryConfig, type LibraryInside } from './library-config.ts'

export type LibrarySession = {
  /**
   * What to start, in `cwd` of the workspace, with exactly this environment. Failures:
   * `sandbox.library`.
   */
  wrap(command: string, cwd: string): Promise<Result<ConfinedCommand, Failure>>
  /** To be called when a command has ended: takes away what the library left for it. */
  ended(): void
  /** Ends its proxies and takes back what it changed. Safe to call twice. */
  close(): Promise<void>
}
/** `open`: failures `sandbox.library` (it says why) and `sandbox.library-busy`. */
export type LibraryBackend = {
  open(inside: LibraryInside): Promise<Result<LibrarySession, Failure>>
}

let busy = false

/** Null where it is not installed. */
export async function libraryBackend(): Promise<LibraryBackend | null> {
  const loaded = await import('@anthropic-ai/sandbox-runtime').catch(() => null)
  if (loaded === null) return null
  const { SandboxManager: manager, SandboxRuntimeConfigSchema: schema } = loaded

  const open: LibraryBackend['open'] = async (inside) => {
    if (busy)
      return err(
        failure(
          'sandbox.library-busy',
          'The sandbox library serves another workspace.',
          'Wait until that is closed.',
        ),
      )
    busy = true
    let opened = true
    const close = async (): Promise<void> => {
      if (!opened) return
      opened = false
      await manager.reset().catch(() => {})
      busy = false
    }
    try {
      const lacking = manager.isSupportedPlatform()
        ? (await manager.checkDependenciesAsync()).errors
        : ['this system is not supported']
      if (lacking.length > 0) throw new Error(lacking.join('; '))
      // Starting does not look at what it is given: a pattern such as `*` would be taken there.
      await manager.initialize(schema.parse(libraryConfig(inside, process.platform)))
    } catch (error) {
      await close()
      return err(notBuilt(error))
    }
    return ok({
      wrap: async (command, cwd) => {
        try {
          // Without a name of its own it would put the command's text into the environment.
          const name = { commandId: randomUUID(), commandText: '' }
          const shell = process.platform === 'win32' ? undefined : '/bin/sh'
          const { argv, env } = await manager.wrapWithSandboxArgv(
            command,
            shell,
            undefined,
            undefined,
            cwd,
            name,
          )
          const [file, ...args] = argv
          if (file === undefined) throw new Error('it gave no program')
          return ok({
            file,
            args,
            environment: environmentFor(process.platform, {
              given: env,
              ours: process.env,
              tmp: inside.tmp,
            }),
          })
        } catch (error) {
          return err(notBuilt(error))
        }
      },
      ended: () => manager.cleanupAfterCommand(),
      close,
    })
  }
  return { open }
}

/** Without these Windows starts nothing; none of them is a person's. */
const ofWindows = [
  'SystemRoot',
  'SystemDrive',
  'windir',
  'ComSpec',
  'PATHEXT',
  'ProgramData',
  'LOCALAPPDATA',
  'TEMP',
  'TMP',
]

/**
 * The library hands the caller's environment on. Of that only what it changed itself is kept, and
 * what the system needs.
 */
export function environmentFor(
  platform: string,
  {
    given,
    ours,
    tmp,
  }: { readonly given: NodeJS.ProcessEnv; readonly ours: NodeJS.ProcessEnv; readonly tmp: string },
): Readonly<Record<string, string>> {
  const changed = Object.entries(given).flatMap(([name, value]) =>
    value === undefined || ours[name] === value ? [] : [[name, value] as const],
  )
  if (platform !== 'win32')
    return { ...Object.fromEntries(changed), ...usual, HOME: tmp, TMPDIR: tmp }
  const needed = ofWindows.flatMap((name) =>
    ours[name] === undefined ? [] : [[name, ours[name]] as const],
  )
  return Object.fromEntries([...needed, ...changed])
}

const notBuilt = (error: unknown): Failure =>
  failure(
    'sandbox.library',
    `The sandbox library could not be used (${error instanceof Error ? error.message : String(error)}).`,
    'Run `gatehouse doctor`.',
  )
