// What fetching a package needs of other modules, as it is handed in.
import type { Failure } from '../../../contract/failure.ts'
import type { Result } from '../../../contract/result.ts'
import type { Proxy, Running, Program } from '../client/deps.ts'

export type PackageAttempt = {
  readonly host: string
  readonly port: number
  readonly failure: Failure | null
}

export type PackageDeps = {
  readonly start: (program: Program) => Promise<Result<Running, Failure>>
  /** The folder of ours that holds every package. Made where it is missing. */
  readonly folder: string
  /** Makes a folder that programs in the sandbox can write in. Throws as mkdir does. */
  readonly makeOwnFolder: (path: string) => void
  /** A proxy that reaches these addresses and nothing else, wherever they lead: a person wrote them. */
  readonly proxy: (given: {
    readonly home: string
    readonly addresses: readonly string[]
    readonly signal: AbortSignal
    onAttempt(attempt: PackageAttempt): void
  }) => Promise<Result<Proxy, Failure>>
  /** The person's home and environment: where their registries are written. */
  readonly home: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly sha256: (text: string) => string
  readonly limits: Program['limits']
}
