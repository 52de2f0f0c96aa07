// The card on which a person decides. One component, in the queue and in a transcript. Facts first,
// Deny first, nothing shortened. It never decides what may be answered: `answers` and `stepUp` come
// from main.
import { Layers2, RefreshCw } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import type { Approval, Reply } from '../../../../contract/approval/approval.ts'
import { approvalPhrase, isNo, shortId, tierWord, whoWords } from '../../../state/call-text.ts'
import { useLive } from '../../../state/live/live-store.ts'
import { singleKeysOn } from '../../../state/appearance.ts'
import { Exact } from '../../../ui/text/exact-text.tsx'
import { Notice } from '../../../ui/panel.tsx'
import { TierBadge } from '../../../ui/tier-badge.tsx'
import { Answers } from '../answer/answers.tsx'
import { Age, Outcome } from './outcome.tsx'
import css from './approval-card.module.css'
import type { CardKeys } from '../answer/card-keys.ts'
import { Hashes, Origins, Reaches, Seen, Why } from './card-sections.tsx'
import { ExactlyThis } from './exactly-this.tsx'
import { ModelWords } from './model-text.tsx'
import { RehearsalSection } from './rehearsal-section.tsx'
import { ServerSection } from './server-section.tsx'
import { strings } from '../strings.ts'
import { UndoLine } from './undo-line.tsx'
import { proofOf, useAnswer } from '../answer/use-answer.ts'
import { useFullyViewed } from './use-fully-viewed.ts'

type Props = {
  readonly approval: Approval
  /**
   * The queue answers to its keys from anywhere on the screen and hears of the answers; a card in a
   * transcript only while it has the focus.
   */
  readonly location: 'queue' | 'transcript'
  readonly onKeys?: (keys: CardKeys | null) => void
  /** Main has taken the answer given here. */
  readonly onAnswered?: (reply: Reply) => void
  /** Beside how it ended: what can be done about it now. */
  readonly after?: ReactNode
}

export function ApprovalCard({ approval, location, onKeys, onAnswered, after }: Props) {
  const workspace = useLive((live) => live.app?.workspace.path ?? '')
  const card = useRef<HTMLElement>(null)
  const shown = useFullyViewed(card, `${approval.id} ${approval.requestHash}`)
  const { state, answer: send } = useAnswer(approval, shown.all, onAnswered)
  const own = useRef<CardKeys | null>(null)
  const denyRef = useRef<HTMLButtonElement>(null)
  const proofRef = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const { decision } = approval
  const answer = useCallback(
    (reply: Reply) => {
      const proof = isNo(reply.answer) ? null : (reply.proof ?? proofOf(typed))
      if (decision.stepUp && !isNo(reply.answer) && proof === null) return proofRef.current?.focus()
      send({ ...reply, ...(proof === null ? {} : { proof }) })
      // A proof that was given is not kept in the page a moment longer.
      if (proof !== null) setTyped('')
    },
    [decision.stepUp, send, typed],
  )
  const phrase = approvalPhrase(approval, workspace)
  // What may steer this call comes before the details; where there is nothing, it is one quiet line
  // below them.
  const seen = approval.taint.privateRead.length + approval.taint.untrustedRead.length > 0
  const pending = approval.state === 'pending'

  useEffect(() => {
    if (pending && !isBusyElsewhere()) denyRef.current?.focus({ preventScroll: true })
  }, [approval.id, pending, location])

  const hand = useCallback(
    (keys: CardKeys | null) => {
      own.current = keys
      onKeys?.(keys)
    },
    [onKeys],
  )

  const onKeyDown = (event: KeyboardEvent): void => {
    if (location !== 'transcript' || isField(event.target)) return
    const bare =
      !event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey && singleKeysOn()
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      if (!event.repeat) own.current?.down('once', 'chord')
    } else if (event.key.toLowerCase() === 'd' && bare) answer({ answer: 'deny-once' })
    else return
    event.preventDefault()
  }

  return (
    // The keys are a second way to buttons that are inside.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <article
      ref={card}
      className={css.card}
      data-place={location}
      role="region"
      aria-label={strings.region(`${phrase.verb} ${phrase.target}`)}
      data-approval={approval.id}
      onKeyDown={onKeyDown}
      onKeyUp={() => location === 'transcript' && own.current?.up()}
    >
      <header className={css.head}>
        <TierBadge tier={decision.tier} word={tierWord[decision.tier]} />
        <h2 className={css.verb}>
          {phrase.verb}{' '}
          <b>
            <Exact text={phrase.target} />
          </b>
          {phrase.where === null ? null : <span className={css.where}> {phrase.where}</span>}
        </h2>
        <p className={css.who}>
          <b>
            <Exact text={approval.principal.name} />
          </b>{' '}
          ({whoWords(approval.principal, approval.channel)})
          {approval.runId === null ? null : ` · ${strings.run} ${shortId(approval.runId)}`} ·{' '}
          <code>{approval.tool}</code> · <Age at={approval.createdAt} />
        </p>
      </header>

      <div className={css.body}>
        {approval.again === null ? null : (
          <Notice tone="warn" icon={<RefreshCw size={16} aria-hidden="true" />}>
            <b>{strings.askedAgain}</b> <Exact text={approval.again} />
          </Notice>
        )}
        {approval.untried === null ? null : (
          <Notice tone="info" icon={<Layers2 size={16} aria-hidden="true" />}>
            <Exact text={approval.untried} />
          </Notice>
        )}
        <div data-call="">
          <ExactlyThis approval={approval} workspace={workspace} />
        </div>
        <ServerSection approval={approval} />
        {approval.staged === null ? null : <RehearsalSection approval={approval} />}
        <UndoLine undo={approval.undo} />
        {approval.staged === null ? <RehearsalSection approval={approval} /> : null}
        {seen ? <Seen approval={approval} /> : null}
        <div className={css.pair}>
          <Reaches approval={approval} workspace={workspace} />
          <Why approval={approval} />
        </div>
        {seen ? null : <Seen approval={approval} />}
        <ModelWords approval={approval} />
        <Origins approval={approval} workspace={workspace} />
        <Hashes approval={approval} workspace={workspace} />
      </div>

      {pending ? (
        <Answers
          {...{ approval, state, shown, answer, denyRef, location }}
          proof={{ typed, type: setTyped, ref: proofRef }}
          onKeys={hand}
        />
      ) : (
        <Outcome
          approval={approval}
          elsewhere={state.kind === 'arming' || state.kind === 'armed'}
          after={after}
        />
      )}
    </article>
  )
}

/**
 * The person is typing, or a dialog is open: taking the focus away would be worse than not having
 * it.
 */
function isBusyElsewhere(): boolean {
  const active = document.activeElement
  if (active === null || active === document.body) return false
  if (active.closest('[role="dialog"]') !== null) return true
  return (
    (active instanceof HTMLTextAreaElement || active instanceof HTMLInputElement) &&
    active.value !== ''
  )
}

/** Keys that are typed into a field are words, not answers. */
const isField = (target: EventTarget): boolean =>
  target instanceof Element && target.closest('input, textarea, select') !== null
