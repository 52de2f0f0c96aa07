// Pure. What an earlier call touched, as another policy would see it: what is listed, and where it lies.
import type { CanonicalTouch, CanonicalTouchOf } from '../../../contract/call/touch.ts'
import { canonicalHost } from '../../egress/canonical-host.ts'
import { canonicalUrl } from '../../egress/canonical-url.ts'
import type { Policy } from '../../gate/policy.ts'
import { connectable, hostsFor } from '../../wiring/policy/policy.ts'

function listedIn({ hosts }: Policy, { method, url }: CanonicalTouchOf<'net.fetch'>): boolean {
  const found = canonicalUrl({ hosts: hostsFor(hosts, method) })(method, url)
  return found.ok && found.value.listed
}

/** What is listed, and what lies in the workspace when that is another. */
export function touchUnderPolicy(
  policy: Policy,
  inForce: Policy,
): (touch: CanonicalTouch) => CanonicalTouch {
  const { workspace } = policy.roots
  const moved = workspace !== inForce.roots.workspace
  return (touch) => {
    if (touch.kind === 'net.fetch') {
      // Listed by no list of the policy in force: it is the tool's own service, whatever the policy.
      const own = touch.listed && !listedIn(inForce, touch)
      return { ...touch, listed: own || listedIn(policy, touch) }
    }
    if (touch.kind === 'net.connect') {
      const again = canonicalHost(connectable(policy.hosts))(`${touch.host}:${touch.port}`)
      return { ...touch, listed: again.ok && again.value.listed }
    }
    if (touch.kind === 'secrets.get' || touch.kind === 'mcp.call' || touch.kind === 'plugin.run')
      return touch
    if (touch.kind === 'memory' || touch.kind === 'schedule') return touch
    if (touch.kind === 'record' || touch.kind === 'subagent' || touch.kind === 'notification')
      return touch
    if (touch.kind === 'event' || touch.kind === 'result') return touch
    const path = touch.kind === 'proc.run' ? touch.cwd : touch.path
    if (!moved || touch.zone === 'stop') return touch
    return {
      ...touch,
      zone: path === workspace || path.startsWith(`${workspace}/`) ? 'workspace' : 'outside',
    }
  }
}
