// A text from an address that a person named: nothing else is reached, and not more than fits.
import { failure, type Failure } from '../../../contract/failure.ts'
import { err, ok, type Result } from '../../../contract/result.ts'
import type { Outbound } from '../../egress/outbound.ts'

const MOST_BYTES = 16 * 1024 * 1024

export const fetchText =
  (outbound: Pick<Outbound, 'serverFetch'>) =>
  async (url: string, signal: AbortSignal): Promise<Result<string, Failure>> => {
    const cannot = (why: string): Result<never, Failure> =>
      err(
        failure(
          'registry.unreachable',
          `The list at ${new URL(url).host} cannot be read: ${why}`,
          'Check the address and the network, or name a file.',
        ),
      )
    try {
      const response = await outbound.serverFetch(url)(url, {
        signal,
        headers: { accept: 'application/json' },
      })
      if (!response.ok) {
        await response.body?.cancel()
        return cannot(`it answers ${response.status}.`)
      }
      const parts: Uint8Array[] = []
      let bytes = 0
      for await (const part of response.body ?? []) {
        bytes += part.length
        if (bytes > MOST_BYTES) return cannot('it is too large.')
        parts.push(part)
      }
      return ok(Buffer.concat(parts).toString('utf8'))
    } catch (thrown) {
      if (signal.aborted) return cannot('it took too long.')
      return cannot(thrown instanceof Error ? thrown.message : String(thrown))
    }
  }
