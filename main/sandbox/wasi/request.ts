// What one run of a module is given, and the checks that do not need the module.
import { failure, type Failure } from '../../../contract/failure.ts'
import { err, ok, type Result } from '../../../contract/result.ts'
import type { GrantedFolder } from './folder-powers.ts'

export type WasiLimits = {
  /** Wall clock, from when it is handed to a process that waits for it. */
  readonly timeMs: number
  /** Pages of 64 KiB that the memory of the module may have, and declare as its maximum. */
  readonly memoryPages: number
  readonly stdoutBytes: number
  readonly stderrBytes: number
  /** Beyond the three standard descriptors and the granted folders. */
  readonly openFiles: number
  /**
   * The tree in memory and all open files of granted folders together. As much again may be written
   * to granted folders in one run, every new name counted with 512 bytes.
   */
  readonly treeBytes: number
  /**
   * Of processor time, by all its threads and the engine's, as the process around it counts; left
   * out, as long as it may run.
   */
  readonly cpuMs?: number
}

export type WasiRequest = {
  readonly module: Uint8Array
  /** The first one is the name of the program. */
  readonly args: readonly string[]
  /** All the module sees. */
  readonly env: Readonly<Record<string, string>>
  readonly stdin: Uint8Array | string
  readonly folders: readonly GrantedFolder[]
  readonly limits: WasiLimits
  readonly signal: AbortSignal
  /** Told about what the module writes, as it comes and within the limits; must not throw. */
  readonly onOutput?: (stream: 'stdout' | 'stderr', bytes: Uint8Array) => void
}

export type WasiEnd = {
  /** `crashed`: the process around the module died, which no module should be able to do. */
  readonly end:
    | { readonly kind: 'exited'; readonly code: number }
    | { readonly kind: 'trapped'; readonly reason: string }
    | { readonly kind: 'flooded'; readonly stream: 'stdout' | 'stderr' }
    | { readonly kind: 'timed-out' }
    | { readonly kind: 'cancelled' }
    | { readonly kind: 'crashed'; readonly reason: string }
  readonly stdout: Uint8Array
  readonly stderr: Uint8Array
  /** Bytes the module wrote, kept or not. */
  readonly stdoutBytes: number
  readonly stderrBytes: number
  readonly cut: { readonly stdout: boolean; readonly stderr: boolean }
  /** Files of granted folders whose last changes are not on the disk, by their guest path. */
  readonly unsaved: readonly string[]
  /** Of its memory at the end. */
  readonly memoryPages: number
  readonly durationMs: number
}

const MiB = 1024 * 1024
export const MOST_PAGES = 16_384
const most = {
  timeMs: 3_600_000,
  memoryPages: MOST_PAGES,
  stdoutBytes: 64 * MiB,
  stderrBytes: 64 * MiB,
  openFiles: 10_000,
  treeBytes: 128 * MiB,
  cpuMs: 3_600_000,
}
export const MAX_MODULE = 64 * MiB
const MAX_STDIN = 64 * MiB
const MAX_WORDS = 256 * 1024

/** The standard input as bytes, or `wasm.request`: what was asked for cannot be given. */
export function checkRequest({
  args,
  env,
  stdin,
  folders,
  limits,
}: WasiRequest): Result<Uint8Array, Failure> {
  const bad = (text: string, hint: string) => err(failure('wasm.request', text, hint))
  for (const key of Object.keys(most) as (keyof WasiLimits)[]) {
    const value = limits[key]
    if (value === undefined) continue
    if (!Number.isSafeInteger(value) || value < 1 || value > most[key])
      return bad(`The limit ${key} is ${value}.`, `Give a whole number from 1 to ${most[key]}.`)
  }
  const pairs = Object.entries(env)
  if (pairs.some(([name]) => name === '' || name.includes('=')))
    return bad('A name in the environment is empty or has an = in it.', 'Rename it.')
  const words = [...args, ...pairs.flat()]
  if (words.some((word) => word.includes('\0') || !word.isWellFormed()))
    return bad('An argument or variable is not plain text.', 'Leave out NUL and half characters.')
  if (words.reduce((sum, word) => sum + word.length, 0) > MAX_WORDS)
    return bad(
      'The arguments and variables are too long.',
      'Pass large data on the standard input.',
    )
  if (folders.length > 64) return bad('More than 64 folders.', 'Grant one folder above them.')
  const names = folders.map(({ guest }) => guest)
  const odd = names.find(
    (name) =>
      !/^(\/[^/\0]+)+$/.test(name) || name.split('/').some((part) => part === '.' || part === '..'),
  )
  if (odd !== undefined)
    return bad(
      `The name ${odd} for a folder is not a plain absolute path.`,
      'Use a name like /work.',
    )
  if (new Set(names).size < names.length)
    return bad('Two folders have the same name.', 'Give each its own.')
  if (folders.some(({ access, powers }) => access === 'read-write' && powers.write === null))
    return bad(
      'A folder is granted read-write, but its powers can only read.',
      'Grant it read-only.',
    )
  const bytes = typeof stdin === 'string' ? new TextEncoder().encode(stdin) : stdin
  if (bytes.length > MAX_STDIN)
    return bad(`The standard input has ${bytes.length} bytes.`, `Give at most ${MAX_STDIN}.`)
  return ok(bytes)
}
