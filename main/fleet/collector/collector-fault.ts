// What a collector does instead of taking rows, in words that tell a person what to do. By the rules
// of OTLP over HTTP: which answers mean "later", and which mean "not these rows".
import { failure, type Failure } from '../../../contract/failure.ts'

/** As the exporter hands it on. */
export class CollectorFault extends Error {
  readonly why: Failure
  /** The rows themselves were refused: fewer of them, or others, may be taken. */
  readonly refusesRows: boolean
  /** Milliseconds that it asks to be left alone; null: it does not say. */
  readonly rest: number | null

  constructor(why: Failure, { refusesRows = false, rest = null as number | null } = {}) {
    super(why.text)
    this.name = 'CollectorFault'
    this.why = why
    this.refusesRows = refusesRows
    this.rest = rest
  }
}

/** Longer than that nobody is left alone: the answer is taken for a mistake. */
const MOST_REST_MS = 60 * 60 * 1_000

/** `said`: its own words, made plain; empty where it had none. */
export function faultOfStatus(
  host: string,
  status: number,
  said: string,
  retryAfter: string | null,
  now: number,
): CollectorFault {
  const words = said === '' ? '' : ` It says: “${said}”.`
  if (status >= 300 && status < 400)
    return new CollectorFault(
      failure(
        'collector.elsewhere',
        `The collector at ${host} sends elsewhere (${status}).`,
        'Write the address that it sends to as fleet.collector.url.',
      ),
    )
  switch (status) {
    case 401:
    case 403:
    case 407:
      return new CollectorFault(
        failure(
          'collector.refused',
          `The collector at ${host} did not let this machine in (${status}).${words}`,
          'Store its token again, under the name that fleet.collector.credential says.',
        ),
      )
    case 404:
    case 405:
      return new CollectorFault(
        failure(
          'collector.address',
          `The collector at ${host} takes no logs at this address (${status}).`,
          'Correct fleet.collector.url: most receivers take logs at /v1/logs.',
        ),
      )
    case 415:
      return new CollectorFault(
        failure(
          'collector.encoding',
          `The collector at ${host} cannot read what it is sent (415).${words}`,
          'Try another fleet.collector.encoding, or compression: none.',
        ),
      )
    case 408:
    case 429:
    case 502:
    case 503:
    case 504:
      return new CollectorFault(
        failure('collector.busy', `The collector at ${host} has no time now (${status}).${words}`),
        { rest: restOf(retryAfter, now) },
      )
    default:
      return status >= 400 && status < 500
        ? rowsRefused(host, `it answers ${status}.${words}`)
        : new CollectorFault(
            failure('collector.failed', `The collector at ${host} failed (${status}).${words}`),
            { rest: restOf(retryAfter, now) },
          )
  }
}

export const rowsRefused = (host: string, how: string): CollectorFault =>
  new CollectorFault(
    failure(
      'collector.rows-refused',
      `The collector at ${host} refuses rows: ${how}`,
      'Look into its log. Until it takes them, they wait in the journal.',
    ),
    { refusesRows: true },
  )

/** Seconds, or a date. */
function restOf(retryAfter: string | null, now: number): number | null {
  if (retryAfter === null) return null
  const rest = /^\d+$/.test(retryAfter.trim())
    ? Number(retryAfter) * 1_000
    : Date.parse(retryAfter) - now
  return Number.isNaN(rest) ? null : Math.min(Math.max(0, rest), MOST_REST_MS)
}

/** Of whatever went wrong on the way there. */
export function collectorFailure(error: unknown, host: string): Failure {
  if (error instanceof CollectorFault) return error.why
  return failure(
    'collector.unreachable',
    `The collector at ${host} cannot be reached: ${error instanceof Error ? error.message : String(error)}`,
    'Check its address and the network. Until then rows wait in the journal.',
  )
}
