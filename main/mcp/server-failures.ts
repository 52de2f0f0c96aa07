// Why something of a server cannot be used or reviewed.
import { failure, type Failure } from '../../contract/failure.ts'

export const unknownServer = (server: string): Failure =>
  failure('server.unknown', `There is no server named ${server}.`, 'See: gatehouse servers list')

export const noTool = (server: string, tool: string): Failure =>
  failure('server.no-tool', `The server ${server} has no tool named ${tool}.`)

/** The code of a tool that a person has not opened, or that was closed because it changed. */
export const CLOSED = 'server.closed'

export const closedTool = (
  server: string,
  tool: string,
  closed: { readonly what: string; readonly how: string },
): Failure =>
  failure(CLOSED, `${tool} of the server ${server} is closed: ${closed.what}`, closed.how)

export const TAMPERED =
  'Something other than Gatehouse changed your stored review. Gatehouse closed everything. Review it again.'
export const STALE = failure(
  'server.changed',
  'It changed since you opened it, or it is not running.',
  'Review it again.',
)
