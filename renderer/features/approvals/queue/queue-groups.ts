// The queue as rows: calls that are the same, or of one tool at one host, folder or program, are
// together, for every caller. Pure.
import { shortPath } from '../../../../contract/approval/call-title.ts'
import type { Approval } from '../../../../contract/approval/approval.ts'
import { riskOf } from '../../../state/tier-order.ts'

/** same: identical calls. related: one tool, about one thing, other arguments. */
export type Group = {
  readonly kind: 'group'
  readonly key: string
  readonly why: 'same' | 'related'
  readonly members: readonly Approval[]
}
export type Row = { readonly kind: 'one'; readonly approval: Approval } | Group

/** Two that only resemble each other are no crowd yet. */
const crowd = 3

/** What calls of one tool have in common: where they go, or what they run. */
export type Subject = {
  readonly kind: 'host' | 'folder' | 'program' | 'server' | 'caller'
  readonly name: string
}

export function subjectOf({ decision, principal }: Approval): Subject {
  const { touches } = decision
  const net = touches.find((touch) => touch.kind === 'net.fetch')
  if (net?.kind === 'net.fetch') return { kind: 'host', name: net.host }
  const server = touches.find((touch) => touch.kind === 'mcp.call')
  if (server?.kind === 'mcp.call') return { kind: 'server', name: server.server }
  const run = touches.find((touch) => touch.kind === 'proc.run')
  if (run?.kind === 'proc.run') {
    const programs = new Set((run.parts ?? []).map(({ words }) => words[0] ?? ''))
    const [program] = programs
    // Of a line of several programs none says what it is about.
    if (programs.size === 1 && program !== undefined && program !== '')
      return { kind: 'program', name: program }
  }
  const file = touches.find((touch) => touch.kind === 'fs.write' || touch.kind === 'fs.read')
  if (run === undefined && (file?.kind === 'fs.write' || file?.kind === 'fs.read'))
    return { kind: 'folder', name: file.path.replace(/\/[^/]*$/, '') || '/' }
  return { kind: 'caller', name: `${principal.kind} ${principal.name} ${principal.session}` }
}

/** What is said of a related group: `Fetch from` and `docs.example.org`. */
export function groupWords(
  first: Approval,
  workspace: string,
): { readonly verb: string; readonly target: string; readonly code: boolean } {
  const { kind, name } = subjectOf(first)
  if (kind === 'folder')
    return { verb: `${first.title} in`, target: shortPath(name, workspace), code: false }
  if (kind === 'program') return { verb: 'Run', target: name, code: true }
  if (kind === 'host') return { verb: `${first.title} at`, target: name, code: false }
  if (kind === 'server') return { verb: `${first.title} on the server`, target: name, code: false }
  return { verb: first.title, target: '', code: false }
}

const sameKey = ({ tool, action, args }: Approval): string =>
  `same ${JSON.stringify([tool, action, args])}`
const relatedKey = (approval: Approval): string => {
  const { tool, action } = approval
  const { kind, name } = subjectOf(approval)
  return `related ${JSON.stringify([tool, action, kind, name])}`
}

/** What takes a proof is answered by itself, always; a result is read before it is passed on. */
const groups = ({ decision, review }: Approval): boolean =>
  review === null && riskOf(decision.tier) < riskOf('R4') && !decision.stepUp

/** In the order of the queue; a group is where its first member is. */
export function groupQueue(queue: readonly Approval[]): readonly Row[] {
  const able = queue.filter(groups)
  const same = gather(able, sameKey, 2)
  const inSame = new Set([...same.values()].flat().map(({ id }) => id))
  const related = gather(
    able.filter(({ id }) => !inSame.has(id)),
    relatedKey,
    crowd,
  )
  const keyOf = new Map(
    [...same, ...related].flatMap(([key, members]) => members.map(({ id }) => [id, key] as const)),
  )
  const done = new Set<string>()
  return queue.flatMap((approval): Row[] => {
    const key = keyOf.get(approval.id)
    if (key === undefined) return [{ kind: 'one', approval }]
    if (done.has(key)) return []
    done.add(key)
    const members = same.get(key) ?? related.get(key) ?? []
    return [{ kind: 'group', key, why: same.has(key) ? 'same' : 'related', members }]
  })
}

function gather(
  queue: readonly Approval[],
  keyOf: (approval: Approval) => string,
  least: number,
): Map<string, readonly Approval[]> {
  const all = new Map<string, Approval[]>()
  for (const approval of queue) {
    const key = keyOf(approval)
    const found = all.get(key)
    if (found === undefined) all.set(key, [approval])
    else found.push(approval)
  }
  return new Map([...all].filter(([, members]) => members.length >= least))
}

export type QueueFilter = { readonly who: string; readonly tool: string; readonly tier: string }
export const anyCall: QueueFilter = { who: '', tool: '', tier: '' }
export const isFiltered = ({ who, tool, tier }: QueueFilter): boolean =>
  who !== '' || tool !== '' || tier !== ''

export const filterQueue = (
  queue: readonly Approval[],
  { who, tool, tier }: QueueFilter,
): readonly Approval[] =>
  queue.filter(
    (each) =>
      (who === '' || each.principal.name === who) &&
      (tool === '' || each.tool === tool) &&
      (tier === '' || each.decision.tier === tier),
  )

/** One row of the list as it is drawn: those of an opened group are under it. */
export type ListRow =
  | {
      readonly kind: 'one'
      readonly id: string
      readonly approval: Approval
      readonly inside: boolean
    }
  | { readonly kind: 'group'; readonly id: string; readonly group: Group; readonly open: boolean }

export const listRows = (rows: readonly Row[], opened: ReadonlySet<string>): readonly ListRow[] =>
  rows.flatMap((row): ListRow[] => {
    if (row.kind === 'one')
      return [{ kind: 'one', id: row.approval.id, approval: row.approval, inside: false }]
    const open = opened.has(row.key)
    const head: ListRow = { kind: 'group', id: row.key, group: row, open }
    return open
      ? [
          head,
          ...row.members.map((approval): ListRow => ({
            kind: 'one',
            id: approval.id,
            approval,
            inside: true,
          })),
        ]
      : [head]
  })
