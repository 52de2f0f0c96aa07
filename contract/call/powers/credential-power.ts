// References to stored credentials; their values are never handed out.
import type { Failure } from '../../failure.ts'
import type { Result } from '../../result.ts'

/**
 * A permitted credential is named in a request, and the outbound client adds it. Its value is never
 * handed out; only a reference is, which means it in this session and is worth nothing elsewhere.
 */
export type CredentialPower = {
  /** Fails with `secrets.outside-permit` for a credential that this call was not permitted. */
  refer(name: string): Result<CredentialReference, Failure>
}

export type CredentialReference = {
  readonly reference: string
  /** Where it may be sent. */
  readonly hosts: readonly string[]
  readonly minutes: number
}
