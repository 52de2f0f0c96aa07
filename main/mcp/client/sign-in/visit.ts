// A person signs in: the answer that their browser brings back, or why there is none.
import { timingSafeEqual } from 'node:crypto'
import { failure, type Failure } from '../../../../contract/failure.ts'
import { err, ok, type Result } from '../../../../contract/result.ts'

const ANSWER_MS = 300_000

export type Visit = {
  readonly redirectUrl: string
  readonly state: string
  /** The page of the authorization server was opened: somebody waits for its answer. */
  opened: boolean
}

/** Until the time is up, or nobody wants it any more. */
export async function answerOf(
  { state }: Visit,
  answered: Promise<URLSearchParams>,
  signal: AbortSignal,
): Promise<Result<URLSearchParams, Failure>> {
  const { promise: late, resolve: giveUp } = Promise.withResolvers<null>()
  const timer = setTimeout(() => giveUp(null), ANSWER_MS)
  const stopped = (): void => giveUp(null)
  signal.addEventListener('abort', stopped, { once: true })
  const query = await Promise.race([answered, late])
  clearTimeout(timer)
  signal.removeEventListener('abort', stopped)
  if (query === null)
    return err(failure('server.sign-in', 'Nobody signed in.', 'Sign in again under Servers.'))
  return isSameState(query.get('state') ?? '', state)
    ? ok(query)
    : err(
        failure('server.sign-in', 'The answer does not belong to this sign-in.', 'Sign in again.'),
      )
}

export const isSameState = (one: string, other: string): boolean => {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
