// Where no external servers are run: nothing is offered from outside, and nothing can be called there.
import { failure } from '../../contract/failure.ts'
import type { Failure } from '../../contract/failure.ts'
import type { ServerPower } from '../../contract/powers.ts'
import { err } from '../../contract/result.ts'
import type { Result } from '../../contract/result.ts'
import type { External } from '../registry/registry.ts'

const unknown = (server: string): Result<never, Failure> => err(failure('server.unknown', `There is no server named ${server}.`))

export const noServers = {
  external: [] as readonly External[],
  touch: (server: string): Result<never, Failure> => unknown(server),
  power: { call: async ({ server }) => unknown(server) } satisfies ServerPower,
}
