// What one call can do in the browser of its session: a step, with each request of the page judged
// by the allowlist of its asker and carried out by the outbound client.
import type { SessionId } from '../../../../contract/ids.ts'
import type { FetchPower } from '../../../../contract/call/powers/fetch-power.ts'
import type { CanonicalTouch, Method } from '../../../../contract/call/touch.ts'
import type { Browsers } from '../../../browsing/browsers.ts'
import { canonicalUrl } from '../../../egress/canonical-url.ts'
import type { Outbound } from '../../../egress/outbound.ts'

type Call = {
  readonly session: SessionId
  readonly permitted: readonly CanonicalTouch[]
  readonly signal: AbortSignal
  /** For this method; null: for any. */
  readonly hosts: (method: Method | null) => readonly string[]
}

export const browsePower =
  (
    { session, permitted, signal, hosts }: Call,
    { browsers, outbound }: { readonly browsers: Browsers; readonly outbound: Outbound },
  ): NonNullable<FetchPower['browse']> =>
  (step) =>
    browsers.browse(
      step,
      session,
      permitted.filter((touch) => touch.kind === 'net.fetch'),
      {
        canonical: (method, url) => canonicalUrl({ hosts: hosts(method) })(method, url),
        fetchFor: (touch, ending) =>
          outbound.power({ permitted: [touch], signal: ending, hosts: () => hosts(null) }),
      },
      signal,
    )
