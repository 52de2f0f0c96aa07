// Pure. A lease cannot be wider than what the approval showed: each limit has to match something
// that was shown, and all that was shown has to be inside.
import { readHostPattern } from '../../../contract/policy/host-pattern.ts'
import type { Lease, LeasePatterns } from '../../../contract/approval/lease.ts'
import type { CanonicalTouch } from '../../../contract/call/touch.ts'
import { readCommandPattern } from '../../../contract/policy/command-pattern.ts'
import { coversPart } from '../lease/command-cover.ts'
import { comparable, pathPattern } from '../path-glob.ts'
import type { PathRoots } from '../path-glob.ts'
import { compileLease } from '../lease/compiled-lease.ts'
import { reaches } from '../lease/lease.ts'
import { matchesHost, namesHost } from '../touch-facts.ts'

/** What is wrong with these limits for this call, in one sentence; null when they fit. */
export function misfit(
  lease: Lease,
  shown: readonly CanonicalTouch[],
  roots: PathRoots,
): string | null {
  const lines = shown.filter((touch) => touch.kind === 'proc.run')
  const compiled = { ...compileLease({ ...lease, touches: [] }, roots), lines }
  const uncovered = shown.find((touch) => !reaches(compiled, touch))
  if (uncovered !== undefined) return 'These limits do not cover the call they were made for.'
  return strangers(lease.patterns, shown, roots)
}

function strangers(
  { paths, hosts, methods, commands, calls = [] }: LeasePatterns,
  shown: readonly CanonicalTouch[],
  roots: PathRoots,
): string | null {
  const path = paths.find((glob) => {
    const pattern = pathPattern(glob, roots)
    return !shown.some(
      (touch) =>
        (touch.kind === 'fs.read' || touch.kind === 'fs.write') &&
        pattern.matches(comparable(touch.path, roots.foldsCase)),
    )
  })
  if (path !== undefined) return `The call touches nothing that ${path} names.`
  const host = hosts.find(
    (text) =>
      !shown.some(
        (touch) => namesHost(touch) && matchesHost(readHostPattern(text), touch, 'https'),
      ),
  )
  if (host !== undefined) return `The call does not go to ${host}.`
  const method = methods.find(
    (name) => !shown.some((touch) => touch.kind === 'net.fetch' && touch.method === name),
  )
  if (method !== undefined) return `The call does not use ${method}.`
  const call = calls.find(
    (name) =>
      !shown.some(
        (touch) =>
          touch.kind === 'mcp.call' &&
          [`${touch.server}/${touch.tool}`, `${touch.server}/*`].includes(name),
      ),
  )
  if (call !== undefined) return `The call has no ${call}.`
  const command = commands.find((prefix) => {
    const pattern = readCommandPattern(prefix)
    return !shown.some(
      (touch) =>
        touch.kind === 'proc.run' && (touch.parts ?? []).some((part) => coversPart(pattern, part)),
    )
  })
  return command === undefined ? null : `The call runs nothing that begins with “${command}”.`
}
