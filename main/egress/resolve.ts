// A name looked up, once and within a time.
import { lookup } from 'node:dns/promises'
import { failure, type Failure } from '../../contract/failure.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import { workSignal } from '../../contract/call/work-signal.ts'
import { cancelled, codeOf } from './fault.ts'

/** All addresses of a name, in order of preference. Rejects when it has none. */
export type Resolve = (host: string) => Promise<readonly string[]>

/** A name with more addresses than this is a list to wade through, not a host. */
const MAX_ADDRESSES = 32

export const systemResolve: Resolve = async (host) =>
  (await lookup(host, { all: true, order: 'verbatim' })).map(({ address }) => address)

/** Each address once. Fails with `net.dns`, `net.timeout` after `ms`, `net.cancelled`. */
export async function addressesOf(
  host: string,
  resolve: Resolve,
  ms: number,
  signal: AbortSignal,
): Promise<Result<readonly string[], Failure>> {
  const { signal: either, over } = workSignal([signal], ms)
  // A look-up cannot be called back. Its late answer is dropped.
  const answer = Promise.resolve(host)
    .then(resolve)
    .then(
      (addresses) => ({ kind: 'found' as const, addresses }),
      (thrown: unknown) => ({ kind: 'failed' as const, why: codeOf(thrown) }),
    )
  const ended = await Promise.race([answer, aborted(either)]).finally(over)
  if (ended === 'aborted') {
    if (signal.aborted) return err(cancelled())
    return err(
      failure(
        'net.timeout',
        `Looking up ${host} took longer than ${ms} ms.`,
        'Try again, or check the name server.',
      ),
    )
  }
  if (ended.kind === 'failed') {
    return err(
      failure(
        'net.dns',
        `The name ${host} could not be looked up (${ended.why}).`,
        'Check the spelling of the host.',
      ),
    )
  }
  const addresses = [...new Set(ended.addresses)]
  if (addresses.length === 0)
    return err(
      failure('net.dns', `The name ${host} has no address.`, 'Check the spelling of the host.'),
    )
  if (addresses.length > MAX_ADDRESSES)
    return err(
      failure('net.dns', `The name ${host} has ${addresses.length} addresses, too many to check.`),
    )
  return ok(addresses)
}

const aborted = (signal: AbortSignal): Promise<'aborted'> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve('aborted')
    else signal.addEventListener('abort', () => resolve('aborted'), { once: true })
  })
