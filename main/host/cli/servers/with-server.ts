// Commands about one server: finds it, or says that there is none.
import { failure } from '../../../../contract/failure.ts'
import type { Failure } from '../../../../contract/failure.ts'
import { withGuess } from '../../../../contract/nearest.ts'
import type { ServerListing } from '../../../../contract/server/server.ts'
import type { Call } from '../command.ts'
import { complain } from '../output/complain.ts'
import type { Session } from '../session/session.ts'
import { withSession } from '../session/with-session.ts'

/**
 * The frame of a command about one server: finds it, or says that there is none. `frame`: where it
 * only looks, the one that starts no Gatehouse.
 */
export const withServer = (
  call: Call,
  work: (found: ServerListing, session: Session) => Promise<number>,
  frame = withSession,
): Promise<number> =>
  frame(call, async (session) => {
    const { context, json, operands } = call
    const list = await session.call('servers.list', {})
    if (!list.ok) return complain(context, list.error, json)
    const found = list.value.find(({ name }) => name === operands[0])
    return found === undefined
      ? complain(context, unknown(operands[0] ?? '', list.value), json)
      : work(found, session)
  })

const unknown = (name: string, listed: readonly ServerListing[]): Failure =>
  failure(
    'server.unknown',
    `There is no server named ${name}.`,
    withGuess(
      name,
      listed.map((server) => server.name),
      'See: gatehouse servers list',
    ),
  )
