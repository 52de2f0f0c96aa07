// What a package manager does for us: npm for Node packages, pip for Python ones.
import type { Failure } from '../../../contract/failure.ts'
import type { Result } from '../../../contract/result.ts'
import type { PackageCommand } from '../../../contract/server/package-command.ts'
import type { PackageDeps } from './deps.ts'

/** What would be fetched. `lock`: all of it, by name, version and hash. */
export type Resolved = {
  readonly name: string
  readonly version: string
  /** As a person may see it. */
  readonly registry: string
  readonly integrity: string
  readonly program: string
  readonly packages: number
  readonly scripts: readonly string[]
  readonly lock: string
  /** Where it is fetched from. May hold a sign-in. */
  readonly addresses: readonly string[]
}

export type Manager = {
  /** Asks the registry what the command would fetch, and fetches nothing of it. `home` has an empty folder `tree`. */
  look(
    command: PackageCommand,
    home: string,
    deps: PackageDeps,
    signal: AbortSignal,
  ): Promise<Result<Resolved, Failure>>
  /** Fetches just what was looked up in this `home`, into `tree`. */
  fetch(
    given: {
      readonly home: string
      readonly addresses: readonly string[]
      /** Scripts of packages are run, in the sandbox and without network. */
      readonly scripts: boolean
    },
    deps: PackageDeps,
    signal: AbortSignal,
  ): Promise<Result<null, Failure>>
}
