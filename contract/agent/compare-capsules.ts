// What differs first between two captured runs, and in which branch, turn and field. Pure.
import { canonicalJson, type Json, type JsonObject } from '../json.ts'
import type { CapsuleDifference, CapsuleEvent, CapsuleScript } from './capsule.ts'

/** What is another one each time says nothing; whether the policy is the same is said by itself. */
const CHANGING: ReadonlySet<string> = new Set([
  ...['callId', 'run', 'promptHash', 'policyHash', 'delegation'],
  // It is over more than a capsule has of a result; the text and the hashes of pictures are compared.
  'resultHash',
])

type Aligned = {
  readonly key: string
  readonly event: CapsuleEvent
  readonly branch: number
  readonly occurrence: number
}

function align({ events, runs }: CapsuleScript): readonly Aligned[] {
  const branches = new Map(runs.map(({ id }, at) => [id, at]))
  const seen = new Map<string, number>()
  return events.map((event) => {
    const branch = branches.get(event.run) ?? runs.length
    const at = `${branch} ${event.kind} ${event.turn}`
    const occurrence = seen.get(at) ?? 0
    seen.set(at, occurrence + 1)
    return { key: `${at} ${occurrence}`, event, branch, occurrence }
  })
}

/** By branch, kind, turn and occurrence, in the order of the events. */
export function compareCapsules(left: CapsuleScript, right: CapsuleScript): CapsuleDifference {
  const [ours, theirs] = [align(left), align(right)]
  const samePolicy = canonicalJson(policiesOf(left)) === canonicalJson(policiesOf(right))
  const about = { left: ours.length, right: theirs.length, samePolicy }
  const first = firstOf(ours, theirs)
  return { equal: first === null, ...about, first }
}

const policiesOf = ({ events }: CapsuleScript): string[] => [
  ...new Set(
    events.flatMap(({ payload }) => {
      const hash = payload['policyHash']
      return typeof hash === 'string' ? [hash] : []
    }),
  ),
]

function firstOf(ours: readonly Aligned[], theirs: readonly Aligned[]): CapsuleDifference['first'] {
  const known = new Set(ours.map(({ key }) => key))
  const positions = new Map(theirs.map(({ key }, at) => [key, at]))
  let reached = 0
  const addedBefore = (end: number): Aligned | undefined => {
    for (; reached < end; reached++) {
      const one = theirs[reached]
      if (one !== undefined && !known.has(one.key)) return one
    }
    return undefined
  }
  for (const one of ours) {
    const position = positions.get(one.key)
    if (position === undefined)
      return { ...whereOf(one), path: '', left: one.event.payload, right: null }
    const added = addedBefore(position)
    if (added !== undefined)
      return { ...whereOf(added), path: '', left: null, right: added.event.payload }
    const other = theirs[position]?.event.payload ?? {}
    const found = firstDifference(one.event.payload, other, '')
    if (found !== null) return { ...whereOf(one), ...found }
  }
  const extra = addedBefore(theirs.length)
  return extra === undefined
    ? null
    : { ...whereOf(extra), path: '', left: null, right: extra.event.payload }
}

const whereOf = ({ event: { kind, turn }, branch, occurrence }: Aligned) => ({
  branch,
  kind,
  turn,
  occurrence,
})

type Found = { readonly path: string; readonly left: Json; readonly right: Json }

function firstDifference(left: Json, right: Json, path: string): Found | null {
  if (canonicalJson(left) === canonicalJson(right)) return null
  if (!isNode(left) || !isNode(right) || Array.isArray(left) !== Array.isArray(right))
    return { path, left, right }
  const [ours, theirs] = [Object.entries(left), new Map(Object.entries(right))]
  for (const [key, value] of ours) {
    if (path === '' && CHANGING.has(key)) continue
    const below = path === '' ? key : `${path}.${key}`
    const other = theirs.get(key)
    if (other === undefined) return { path: below, left: value, right: null }
    const found = firstDifference(value, other, below)
    if (found !== null) return found
  }
  const added = [...theirs].find(
    ([key]) => !(path === '' && CHANGING.has(key)) && !Object.hasOwn(left, key),
  )
  return added === undefined
    ? null
    : { path: path === '' ? added[0] : `${path}.${added[0]}`, left: null, right: added[1] }
}

const isNode = (value: Json): value is readonly Json[] | JsonObject =>
  typeof value === 'object' && value !== null
