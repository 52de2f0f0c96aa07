// `gatehouse leases list`: every lease, and what it has allowed.
import type { LeaseId } from '../../../../contract/ids.ts'
import type { Lease } from '../../../../contract/approval/lease.ts'
import type { CanonicalTouch } from '../../../../contract/call/touch.ts'
import { patternsText } from '../output/answer-text.ts'
import { touchText } from '../output/touch-text.ts'
import { printJson } from '../command.ts'
import type { Command } from '../command.ts'
import { complain } from '../output/complain.ts'
import { exit } from '../exit.ts'
import type { Session } from '../session/session.ts'
import { clock, columns, visible } from '../output/show.ts'
import { withQueries } from '../session/with-session.ts'

/** Calls shown of each lease; all of them are in the journal. */
const SHOWN = 20

export const leasesList: Command = {
  name: 'leases list',
  operands: [],
  options: ['all'],
  usage: '[--all]',
  summary:
    'List standing answers (leases), their scope, and how often each was used; --all also lists ended ones',
  run: (call) =>
    withQueries(call, async (session) => {
      const { context, json, options } = call
      const listed = await session.call('leases.list', { all: options.has('all') })
      if (!listed.ok) return complain(context, listed.error, json)
      const allowed = (
        await Promise.all(
          listed.value.filter(({ uses }) => uses > 0).map(({ id }) => allowedBy(session, id)),
        )
      ).flat()
      if (json) printJson(context, { leases: listed.value, allowed })
      else if (listed.value.length === 0) context.out('No leases.\n')
      else {
        const rows = listed.value.map((lease) => rowOf(lease, Date.now()))
        context.out(columns([['LEASE', 'TOOL', 'FOR', 'COVERS', 'USED', 'ENDS'], ...rows]))
        if (allowed.length > 0)
          context.out(
            `\n${columns([['LEASE', 'ALLOWED', 'AT', 'ROW'], ...allowed.map(allowedRow)])}`,
          )
      }
      return exit.done
    }),
}

type Allowed = {
  readonly lease: string
  readonly seq: number
  readonly at: number
  readonly callId: string
  readonly touches: readonly CanonicalTouch[]
}

/** The calls that a lease let run, newest first, as the journal has them. */
async function allowedBy(session: Session, lease: LeaseId): Promise<readonly Allowed[]> {
  const page = await session.call('audit.page', {
    limit: SHOWN,
    filter: { kinds: ['decision'], text: lease },
  })
  if (!page.ok) return []
  return page.value.rows.flatMap(({ seq, at, entry }) =>
    entry.kind === 'decision' && entry.decision.by.id === lease
      ? [{ lease, seq, at, callId: entry.callId, touches: entry.decision.touches }]
      : [],
  )
}

const allowedRow = ({ lease, seq, at, touches }: Allowed): readonly string[] => [
  lease,
  touches.map(touchText).join('; '),
  clock(at),
  String(seq),
]

const rowOf = (lease: Lease, now: number): readonly string[] => [
  lease.id,
  lease.action === null ? lease.tool : `${lease.tool}, ${lease.action}`,
  whoText(lease),
  coverOf(lease),
  `${lease.uses}${lease.maxUses === null ? '' : ` of ${lease.maxUses}`}`,
  endText(lease, now),
]

function whoText({ session, principal, job }: Lease): string {
  if (job !== undefined) return `the job ${job}`
  const who = principal === null ? 'anyone' : `${principal.name} (${principal.kind})`
  return session === null ? who : `${session}`
}

export const coverOf = ({ effect, text, touches, patterns }: Lease): string => {
  const covers = [...touches.map(touchText), patternsText(patterns)].filter((each) => each !== '')
  const scope = text === '' ? covers.join('; ') : visible(text)
  return effect === 'deny' ? `denies ${scope}` : scope
}

function endText({ revokedAt, expiresAt, session, maxUses, uses }: Lease, now: number): string {
  if (revokedAt !== null) return `revoked ${clock(revokedAt)}`
  if (expiresAt !== null) return `${expiresAt <= now ? 'ended' : 'at'} ${clock(expiresAt)}`
  if (maxUses !== null) return uses >= maxUses ? 'used up' : 'with its count'
  return session === null ? 'when revoked' : 'with its session'
}
