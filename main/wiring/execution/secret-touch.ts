// What a call would reach of the stored credentials.
import type { Failure } from '../../../contract/failure.ts'
import { ok, type Result } from '../../../contract/result.ts'
import type { CanonicalTouch } from '../../../contract/call/touch.ts'
import type { Credentials } from '../../secrets/credential-store.ts'

/** A credential as the gate sees it: its name. */
export const secretTouch =
  (credentials: Pick<Credentials, 'known'>) =>
  (name: string): Result<CanonicalTouch, Failure> => {
    const found = credentials.known(name)
    return found.ok ? ok({ kind: 'secrets.get', name }) : found
  }
