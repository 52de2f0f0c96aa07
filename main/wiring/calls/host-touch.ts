// A request or a connection made canonical, and whether an allowlist names it: that of who asks, and
// the addresses that the tool is there for. What a job asks for has to be listed for its maker too,
// or an entry that only the job has would loosen the decision that is made in its maker's name.
import type { Manifest } from '../../../contract/call/manifest.ts'
import { ownHosts, ownServers } from '../../../contract/call/own-service.ts'
import type { Principal } from '../../../contract/call/principal.ts'
import type { CanonicalTouchOf, Touch } from '../../../contract/call/touch.ts'
import type { Failure } from '../../../contract/failure.ts'
import { ok, type Result } from '../../../contract/result.ts'
import { canonicalHost } from '../../egress/canonical-host.ts'
import { canonicalUrl } from '../../egress/canonical-url.ts'
import type { Policy } from '../../gate/policy.ts'
import { makerOf } from '../../pipeline/maker-of.ts'
import { connectable, hostsFor } from '../policy/policy.ts'

type HostTouch = Extract<Touch, { kind: 'net.fetch' | 'net.connect' }>
type CanonicalHostTouch = CanonicalTouchOf<'net.fetch'> | CanonicalTouchOf<'net.connect'>
type Listing = { readonly policy: (asker?: Principal) => Pick<Policy, 'hosts'> }

/**
 * @param asker left out: nobody in particular asks. @param manifest left out: no host is the tool's
 *   own. Fails with `net.url`.
 */
export function hostTouch(
  touch: HostTouch,
  asker: Principal | undefined,
  manifest: Manifest | undefined,
  listing: Listing,
): Result<CanonicalHostTouch, Failure> {
  const found = listedFor(touch, asker, manifest, listing)
  const maker = asker === undefined ? null : makerOf(asker)
  if (!found.ok || maker === null) return found
  const theirs = listedFor(touch, maker, manifest, listing)
  if (!theirs.ok) return theirs
  return ok({ ...found.value, listed: found.value.listed && theirs.value.listed })
}

function listedFor(
  touch: HostTouch,
  asker: Principal | undefined,
  manifest: Manifest | undefined,
  { policy }: Listing,
): Result<CanonicalHostTouch, Failure> {
  const { hosts } = policy(asker)
  const { recipients } = touch
  const sends = recipients === undefined ? {} : { recipients }
  if (touch.kind === 'net.connect') {
    const own = manifest === undefined ? [] : ownServers(manifest)
    const found = canonicalHost([...connectable(hosts), ...own])(touch.host)
    return found.ok ? ok({ ...found.value, ...sends }) : found
  }
  const own = manifest === undefined ? [] : ownHosts(manifest, touch.url)
  const found = canonicalUrl({ hosts: [...hostsFor(hosts, touch.method), ...own] })(
    touch.method,
    touch.url,
  )
  if (!found.ok) return found
  const { bytes, below } = touch
  return ok({
    ...found.value,
    ...(bytes === undefined ? {} : { bytes }),
    ...(below === undefined ? {} : { below }),
    ...sends,
  })
}
