// The failure for a server that does not exist.
import { failure, type Failure } from '../../../contract/failure.ts'

export const unknownServer = (name: string): Failure =>
  failure('server.unknown', `There is no server named ${name}.`, 'See: gatehouse servers list')
