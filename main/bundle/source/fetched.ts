// The result of fetching a bundle, and the fetch that sources use.
import type { Failure } from '../../../contract/failure.ts'
import type { Result } from '../../../contract/result.ts'

export type Fetched =
  | { readonly kind: 'unchanged' }
  /** `tag`: what to ask by next time; null: the source has no such thing. */
  | { readonly kind: 'bundle'; readonly bytes: Uint8Array; readonly tag: string | null }

export type Web = {
  /** Follows no redirect. Rejects with a plain sentence. */
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>
  /** The stored credential's value for that address; null: none is set. */
  readonly credential: (url: string) => Result<string | null, Failure>
}
