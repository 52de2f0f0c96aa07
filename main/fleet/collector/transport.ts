// Carries what the official exporter has written, by a fetch of the one way out. Sends once: when to
// try again is for the forwarder, whose queue is the journal.
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { ExportResponse, IExporterTransport } from '@opentelemetry/otlp-exporter-base'
import { failure } from '../../../contract/failure.ts'
import { CollectorFault, faultOfStatus, rowsRefused } from './collector-fault.ts'

const compress = promisify(gzip)

/** Of an answer nothing beyond this is read. */
const MOST_ANSWER_BYTES = 64 * 1_024

export type TransportDeps = {
  readonly url: string
  /** Follows no redirect. Rejects with a plain sentence. */
  readonly fetch: typeof fetch
  readonly headers: Readonly<Record<string, string>>
  readonly compressed: boolean
  /** What an answer says of rows that were not taken, by the official reader. */
  readonly partialSuccess: (answer: Uint8Array) => { rejected: number; message: string } | null
  readonly now: () => number
  /** Aborted when Gatehouse ends. */
  readonly signal: AbortSignal
}

export function collectorTransport(deps: TransportDeps): IExporterTransport {
  const { host } = new URL(deps.url)

  async function post(data: Uint8Array, signal: AbortSignal): Promise<ExportResponse> {
    const response = await deps.fetch(deps.url, {
      method: 'POST',
      redirect: 'manual',
      signal,
      headers: {
        ...deps.headers,
        ...(deps.compressed ? { 'content-encoding': 'gzip' } : {}),
      },
      body: deps.compressed ? new Uint8Array(await compress(data)) : new Uint8Array(data),
    })
    const answer = await beginning(response)
    if (response.status < 200 || response.status >= 300)
      return {
        status: 'failure',
        error: faultOfStatus(
          host,
          response.status,
          isText(response) ? plain(answer.toString('utf8')) : '',
          response.headers.get('retry-after'),
          deps.now(),
        ),
      }
    const partial = answer.length === 0 ? null : deps.partialSuccess(answer)
    return partial === null || partial.rejected <= 0
      ? { status: 'success' }
      : {
          status: 'failure',
          error: rowsRefused(
            host,
            `${partial.rejected} of those sent.${partial.message === '' ? '' : ` It says: “${plain(partial.message)}”.`}`,
          ),
        }
  }

  return {
    async send(data, timeoutMillis) {
      const ending = new AbortController()
      const end = (): void => ending.abort(deps.signal.reason)
      deps.signal.addEventListener('abort', end, { once: true })
      if (deps.signal.aborted) end()
      let late = false
      const timer = setTimeout(() => {
        late = true
        ending.abort()
      }, timeoutMillis)
      timer.unref()
      try {
        return await post(data, ending.signal)
      } catch (thrown) {
        if (late) return { status: 'failure', error: slow(host) }
        return { status: 'failure', error: asError(thrown) }
      } finally {
        clearTimeout(timer)
        deps.signal.removeEventListener('abort', end)
      }
    },
    shutdown() {
      // Connections belong to the way out.
    },
  }
}

const slow = (host: string): CollectorFault =>
  new CollectorFault(failure('collector.slow', `The collector at ${host} took too long to answer.`))

const asError = (thrown: unknown): Error =>
  thrown instanceof Error ? thrown : new Error(String(thrown))

const isText = ({ headers }: Response): boolean =>
  /^(text\/plain|application\/json)\b/i.test(headers.get('content-type') ?? '')

/** Somebody else's words, for one line. */
const plain = (text: string): string =>
  text
    .replaceAll(/[^\P{C}]+/gu, ' ')
    .trim()
    .slice(0, 200)

async function beginning(response: Response): Promise<Buffer> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of response.body ?? []) {
    parts.push(part)
    bytes += part.length
    // Leaving the loop ends the connection.
    if (bytes > MOST_ANSWER_BYTES) break
  }
  return Buffer.concat(parts).subarray(0, MOST_ANSWER_BYTES)
}
