// Leases that Gatehouse proposes: listing, accepting and dismissing them.
import type { Approval } from '../../../contract/approval/approval.ts'
import { failure, type Failure } from '../../../contract/failure.ts'
import type { ApprovalId } from '../../../contract/ids.ts'
import type { Lease, LeaseDuration } from '../../../contract/approval/lease.ts'
import type { Suggestion } from '../../../contract/approval/suggestion.ts'
import type { JournalEntry } from '../../../contract/journal/journal.ts'
import { err, ok, type Result } from '../../../contract/result.ts'
import { lastingAnswer, type LastingAnswerDeps } from '../../approvals/lasting-answer.ts'
import { leaseEntry } from '../../approvals/lease-entry.ts'
import { suggest, suggestionFor, type KeyedSuggestion } from '../../approvals/suggest.ts'
import type { ApprovalsTable } from '../../store/tables/approvals-table.ts'
import type { LeasesTable } from '../../store/tables/leases-table.ts'
import { isOver } from '../../../contract/approval/is-over.ts'
import type { PutAway } from './put-away.ts'

export type SuggestionsDeps = {
  readonly table: Pick<ApprovalsTable, 'list' | 'get'>
  readonly leases: Pick<LeasesTable, 'list' | 'insert'>
  readonly lasting: () => LastingAnswerDeps
  readonly putAway: PutAway
  readonly record: (entry: JournalEntry) => Promise<Result<unknown, Failure>>
  readonly now: () => number
}

type Which = { readonly id: ApprovalId; readonly proposal: number }

export type Suggestions = {
  list(): readonly Suggestion[]
  /** For a card that is pending. */
  forCard(approval: Approval): Suggestion | null
  accept(which: Which & { readonly lasts: LeaseDuration }): Promise<Result<Lease, Failure>>
  dismiss(which: Which): void
}

/** Answers that are looked at. */
const LATELY = 60

export function openSuggestions(deps: SuggestionsDeps): Suggestions {
  const { table, leases, lasting, putAway, record, now } = deps
  const current = (): readonly KeyedSuggestion[] =>
    suggest(
      table.list(['approved', 'consumed', 'denied'], undefined, LATELY),
      leases.list().filter((lease) => !isOver(lease, now())),
      lasting().roots,
    ).filter(({ key, times }) => times >= 2 * putAway.times(key))
  const find = ({ id, proposal }: Which): KeyedSuggestion | undefined =>
    current().find((each) => each.id === id && each.proposal === proposal)

  return {
    list: () =>
      current().map(({ id, proposal, text, principal, times }) => ({
        id,
        proposal,
        text,
        principal,
        times,
      })),
    forCard: (approval) => suggestionFor(approval, current()),
    async accept({ id, proposal, lasts }) {
      const approval = find({ id, proposal }) === undefined ? null : table.get(id)
      if (approval === null) return err(gone)
      const brought = lastingAnswer(
        approval,
        { answer: 'scope', choice: { proposal, lasts } },
        lasting(),
      )
      if (!brought.ok) return brought
      const { lease } = brought.value
      if (lease === undefined) return err(gone)
      const written = await record(leaseEntry(lease, 'granted'))
      if (!written.ok) return written
      leases.insert(lease)
      return ok(lease)
    },
    dismiss(which) {
      const found = find(which)
      if (found !== undefined) putAway.put(found.key, found.times)
    },
  }
}

const gone = failure(
  'approval.not-suggested',
  'This is no longer suggested.',
  'Choose a scope on the next approval of this kind.',
)
