// What running a plugin takes from other modules. `main/wiring` joins them.
import type { Failure } from '../../../contract/failure.ts'
import type { PluginNews } from '../../../contract/plugin/request.ts'
import type { Result } from '../../../contract/result.ts'
import type { Program } from '../../sandbox/processes/program.ts'
import type { Running } from '../../sandbox/processes/running.ts'
import type { GrantedFolder } from '../../sandbox/wasi/folder-powers.ts'
import type { Wasi } from '../../sandbox/wasi/wasi.ts'

export type PluginPowers = {
  /** The runner's. */
  readonly start: (program: Program) => Promise<Result<Running, Failure>>
  readonly wasi: Wasi
  /** A real folder for a module, with what is closed in it: see `heldFolder`. */
  readonly folder: (path: string, access: GrantedFolder['access']) => GrantedFolder['powers']
  /**
   * A filtering proxy for these hosts, for a program whose own folder is `home`. Called only where
   * there are any.
   */
  readonly proxy: (given: {
    readonly hosts: readonly string[]
    readonly home: string
    readonly signal: AbortSignal
  }) => Promise<Result<{ readonly socketPath: string; dispose(): Promise<void> }, Failure>>
  /** A folder of ours (0700): copies of reviewed plugins by their hash, and the folders of runs. */
  readonly folderOfOurs: string
  readonly news: (news: PluginNews) => void
  /** Cancels it: politely where its protocol knows how, and then for good. */
  readonly signal: AbortSignal
}
