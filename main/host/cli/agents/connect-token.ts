// For `connect --http`: an address and a token of the running Gatehouse, and its end with
// `disconnect`.
import { failure } from '../../../../contract/failure.ts'
import type { Failure } from '../../../../contract/failure.ts'
import { err, ok } from '../../../../contract/result.ts'
import type { Result } from '../../../../contract/result.ts'
import type { Endpoint } from '../../../clients/connect/agents/clients.ts'
import type { Undoing } from '../../../clients/connect/connect.ts'
import { connect } from '../../local-client.ts'
import type { Call } from '../command.ts'

/** Is in what is shown before anybody agreed: no token is made for a look. */
export const shownEndpoint: Endpoint = { url: 'http://127.0.0.1:PORT/mcp', token: 'TOKEN' }

/** An earlier token of that name counts no more. Failures: `socket.*`, `connect.no-address`. */
export async function createdEndpoint(
  { paths }: Call,
  client: string,
): Promise<Result<Endpoint, Failure>> {
  const session = await connect(paths.socketFile)
  if (!session.ok) return session
  try {
    const added = await session.value.call('clients.add', { name: client })
    if (!added.ok) return added
    const { token, url } = added.value
    if (url !== null) return ok({ url, token })
    await session.value.call('clients.remove', { name: client })
    return err(
      failure(
        'connect.no-address',
        'The running Gatehouse has no HTTP address for clients.',
        'Check with gatehouse clients list, or leave out --http.',
      ),
    )
  } finally {
    session.value.close()
  }
}

/**
 * Takes the token back that was written with `--http`. False: it still counts, because no Gatehouse
 * could be told.
 */
export async function endToken(
  { paths }: Call,
  client: string,
  undoings: readonly Undoing[],
): Promise<boolean> {
  const had = undoings.some(({ connection }) =>
    connection.files.some(({ entries }) => JSON.stringify(entries).includes('"Authorization"')),
  )
  if (!had) return true
  const session = await connect(paths.socketFile)
  if (!session.ok) return false
  const removed = await session.value.call('clients.remove', { name: client })
  session.value.close()
  return removed.ok
}
