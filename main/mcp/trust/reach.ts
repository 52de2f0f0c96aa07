// Pure. What a server promises, beside what it was seen to do: a tighter profile where it asks for more than it uses, and a
// warning where it does something new although every word of it stayed the same.
import { z } from 'zod'
import type { ServerConfig, ServerListing } from '../../../contract/server.ts'

export type Observed = ServerListing['observed']

const List = z.array(z.string())
const Seen = z.strictObject({ hosts: List, refusedHosts: List, programs: List, files: List })

/** As it is stored for each server. */
export const Reach = z.strictObject({
  /** Hash over everything that is reviewed of it. */
  definitions: z.string(),
  /** Earlier sessions together. What is seen for the first time in its first session is no surprise. */
  known: Seen.nullable(),
  seen: Seen,
  /** New in a later session under the same definitions, until the person reviews the server again. */
  surprises: List,
  calls: z.int(),
})
export type Reach = z.infer<typeof Reach>

const nothing: Observed = { hosts: [], refusedHosts: [], programs: [], files: [] }
const MOST = 500

const together = (a: Observed, b: Observed): Observed => {
  const both = (key: keyof Observed): string[] => [...new Set([...a[key], ...b[key]])].slice(0, MOST)
  return { hosts: both('hosts'), refusedHosts: both('refusedHosts'), programs: both('programs'), files: both('files') }
}

/** What a session begins with. Other definitions than those that were watched: nothing is known of them. */
export const beginReach = (stored: Reach | null, definitions: string): Reach => {
  if (stored === null || stored.definitions !== definitions) return { definitions, known: null, seen: nothing, surprises: [], calls: 0 }
  // Only who was used was watched.
  return { ...stored, known: stored.calls === 0 ? null : stored.seen }
}

/** With what was seen now in it. The same object when there is nothing new. */
export function learnt(reach: Reach, observed: Observed): Reach {
  const seen = together(reach.seen, observed)
  const known = reach.known
  const fresh = (['hosts', 'refusedHosts', 'programs'] as const).flatMap((key) =>
    known === null ? [] : observed[key].filter((one) => !known[key].includes(one)).map((one) => `${WORDS[key]} ${one}`),
  )
  const surprises = [...new Set([...reach.surprises, ...fresh])].slice(0, MOST)
  const same = surprises.length === reach.surprises.length && (['hosts', 'refusedHosts', 'programs', 'files'] as const).every((key) => seen[key].length === reach.seen[key].length) // prettier-ignore
  return same ? reach : { ...reach, seen, surprises }
}

const WORDS = { hosts: 'it connected to', refusedHosts: 'it tried to connect to', programs: 'it started' } as const

/** Before this many calls nothing is said about what it does not use. */
const ENOUGH_CALLS = 5

/** Sentences for a person. @param reads names of tools that say that they only read. */
export function adviceFor(config: ServerConfig, { seen, surprises, calls }: Reach, reads: readonly string[]): readonly string[] {
  const advice = surprises.map((what) => `New behaviour under unchanged definitions: ${what}. Review the server before you go on.`)
  if (config.transport === 'http') return advice
  const { hosts, folders } = config
  if (calls >= ENOUGH_CALLS) {
    const idle = hosts.filter((host) => !seen.hosts.some((used) => reaches(host, used)))
    if (idle.length > 0) advice.push(`In ${calls} calls it never connected to ${idle.join(', ')}: you can take ${idle.length === 1 ? 'that' : 'those'} out of its hosts.`) // prettier-ignore
    const unused =
      seen.files.length === 0 ? [] : folders.filter(({ path }) => !seen.files.some((file) => file === path || file.startsWith(`${path}/`)))
    if (unused.length > 0) advice.push(`In ${calls} calls it was never seen in ${unused.map(({ path }) => path).join(', ')}: you can take that out of its folders.`) // prettier-ignore
  }
  if (seen.refusedHosts.length > 0)
    advice.push(`It tried to connect to ${seen.refusedHosts.slice(0, 10).join(', ')}, which you did not grant. Ask why before you do.`)
  if (hosts.length > 0 && reads.length > 0 && seen.hosts.length > 0)
    advice.push(`${reads.slice(0, 5).join(', ')} say${reads.length === 1 ? 's' : ''} to only read; it connected to ${seen.hosts.slice(0, 10).join(', ')}.`) // prettier-ignore
  return advice
}

/** Written as in the configuration: a name with its port or without, a wildcard for what lies below. */
function reaches(pattern: string, used: string): boolean {
  const [, host = '', port] = /^(.*?)(?::(\d+))?$/.exec(pattern) ?? []
  const [, seenHost = '', seenPort = '443'] = /^(.*?)(?::(\d+))?$/.exec(used) ?? []
  if (port !== undefined && port !== seenPort) return false
  return host.startsWith('*.') ? seenHost.endsWith(host.slice(1)) : seenHost === host
}
