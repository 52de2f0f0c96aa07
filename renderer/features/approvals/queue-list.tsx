// The left pane: what waits, and what was answered.
import { Check, Clock, X } from 'lucide-react'
import type { Approval } from '../../../contract/approval.ts'
import type { Failure } from '../../../contract/failure.ts'
import { factOf, phraseOf } from '../../state/call-words.ts'
import { useLive } from '../../state/live-store.ts'
import { useNow } from '../../state/use-now.ts'
import { Exact } from '../../ui/exact-text.tsx'
import { TroubleText } from '../../ui/panel.tsx'
import { TierBadge } from '../../ui/tier-badge.tsx'
import { ago, clockSpan } from '../../ui/time-words.ts'
import css from './approvals-screen.module.css'
import { strings } from './strings.ts'

type ListProps = { readonly queue: readonly Approval[]; readonly chosen: string | null; onSelect(id: string): void }

export function QueueList({ queue, chosen, onSelect }: ListProps) {
  const now = useNow()
  return (
    <ul>
      {queue.map((approval) => (
        <li key={approval.id}>
          <button type="button" className={css.item} aria-current={approval.id === chosen} onClick={() => onSelect(approval.id)}>
            <span className={css.itemTop}>
              <TierBadge tier={approval.decision.tier} />
              <span className={css.meta}>{clockSpan(approval.expiresAt - now)}</span>
            </span>
            <Headline approval={approval} />
            <span className={css.meta}>
              {approval.principal.name} · {ago(now - approval.createdAt)}
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}

function Headline({ approval }: { readonly approval: Approval }) {
  const workspace = useLive((live) => live.app?.workspace.path ?? '')
  const { touches } = approval.decision
  const phrase = phraseOf(approval.title, approval.tool, touches, workspace)
  const isRun = touches.some((touch) => touch.kind === 'proc.run')
  return (
    <span className={css.headline}>
      {isRun ? (
        <code>
          <Exact text={factOf(approval.args, touches, workspace)} />
        </code>
      ) : (
        <>
          {phrase.verb} <Exact text={phrase.target} />
        </>
      )}
    </span>
  )
}

type HistoryProps = {
  readonly past: readonly Approval[]
  readonly busy: boolean
  readonly error: Failure | null
  readonly chosen: string | null
  onSelect(id: string): void
}

export function History({ past, busy, error, chosen, onSelect }: HistoryProps) {
  const now = useNow()
  return (
    <section className={css.history} aria-label={strings.history}>
      <h2 className={css.historyHead}>{strings.history}</h2>
      {error === null ? null : (
        <p className={css.none}>
          <TroubleText {...error} />
        </p>
      )}
      {past.length === 0 && !busy && error === null ? <p className={css.none}>{strings.historyEmpty}</p> : null}
      <ul>
        {past.map((approval) => (
          <li key={approval.id}>
            <button type="button" className={css.past} aria-current={approval.id === chosen} onClick={() => onSelect(approval.id)}>
              <StateMark state={approval.state} />
              <span className={css.pastText}>
                <Headline approval={approval} />
                <span className={css.meta}>
                  {strings.states[approval.state]}
                  {approval.answeredOn === null || approval.answer === null ? '' : ` ${strings.answers[approval.answer]}`} ·{' '}
                  {ago(now - (approval.answeredAt ?? approval.createdAt))}
                </span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

function StateMark({ state }: { readonly state: Approval['state'] }) {
  const said = state === 'approved' || state === 'consumed'
  const Icon = said ? Check : state === 'denied' ? X : Clock
  return (
    <span className={css.mark} data-said={said ? 'yes' : 'no'}>
      <Icon size={14} aria-hidden="true" />
    </span>
  )
}
