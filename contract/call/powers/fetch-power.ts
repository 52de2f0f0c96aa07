// What a tool can ask of the network: one answer, and pages in the browser of the session.
import type { Failure } from '../../failure.ts'
import type { Result } from '../../result.ts'
import type { Method } from '../touch.ts'
import type { BrowseStep, BrowsedPage } from './browse-power.ts'
import type { PageReading, ReadPage } from './page-reading.ts'

export type FetchRequest = {
  readonly method: Method
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
  readonly timeoutMs: number
  readonly maxBytes: number
  /** Redirect hops to follow, each checked before it is dialled. */
  readonly maxRedirects: number
  /**
   * Name of a stored credential that the call was permitted. The outbound client adds its header;
   * nobody else sees the value.
   */
  readonly credential: string | null
  /**
   * The credential goes into the query under this name, because the service takes it nowhere else.
   * Left out: into its header.
   */
  readonly credentialInQuery?: string
}

export type FetchResponse = {
  readonly status: number
  readonly finalUrl: string
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>
  readonly contentType: string
  readonly body: Uint8Array
  /** The body was longer than `maxBytes` and was cut. */
  readonly truncated: boolean
  /** dropped: sent at first, and left off where a redirect led to a place that it is not for. */
  readonly credential: 'none' | 'sent' | 'dropped'
}

export type FetchPower = {
  fetch(request: FetchRequest): Promise<Result<FetchResponse, Failure>>
  /**
   * Reads an answer in a thread, which takes the bytes along: they are gone here. Left out: it has to
   * be read here, in turns.
   */
  readPage?(reading: PageReading): Promise<Result<ReadPage, Failure>>
  /** Keeps what was fetched in a file; its path, or null where it cannot be kept. */
  saveMedia?(body: Uint8Array, mimeType: string): Promise<string | null>
  /** Left out: there is no browser here. */
  browse?(step: BrowseStep): Promise<Result<BrowsedPage, Failure>>
}
