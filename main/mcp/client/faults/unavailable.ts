// Why there is no session with a server to speak over, by the state it is in.
import { failure, type Failure } from '../../../../contract/failure.ts'
import { assertNever } from '../../../../contract/never.ts'
import type { ServerState } from '../../../../contract/server/server.ts'

export function unavailable(name: string, state: ServerState): Failure {
  switch (state.kind) {
    case 'off':
      return failure(
        'server.off',
        `The server ${name} is switched off.`,
        'Switch it on under Servers.',
      )
    case 'starting':
    case 'ready':
      return failure(
        'server.timeout',
        `The server ${name} is still being started.`,
        'Try again in a moment.',
      )
    case 'needs-sign-in':
      return failure(
        'server.sign-in',
        `The server ${name} cannot be used: ${state.text}`,
        'See Servers.',
      )
    case 'waiting':
      return failure(
        'server.waiting',
        `The server ${name} is not running. ${state.text}`,
        'Gatehouse tries it again automatically.',
      )
    case 'stopped':
      return failure('server.stopped', `The server ${name} was stopped. ${state.text}`, state.hint)
    default:
      return assertNever(state, 'unavailable')
  }
}
