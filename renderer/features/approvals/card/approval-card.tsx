// The card on which a person decides. One component, in the queue and in a transcript. Facts first,
// Deny first, nothing shortened. It never decides what may be answered: `answers` and `stepUp` come
// from main.
import { Layers2, RefreshCw } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useCallback, useRef, useState } from 'react'
import type { Approval, Reply } from '../../../../contract/approval/approval.ts'
import { callTitle, plainTitle } from '../../../../contract/approval/call-title.ts'
import { isNo } from '../../../state/call-text.ts'
import { useLive } from '../../../state/live/live-store.ts'
import { singleKeysOn } from '../../../state/appearance.ts'
import { Exact } from '../../../ui/text/exact-text.tsx'
import { Notice, Section } from '../../../ui/panel.tsx'
import { actOnKey } from '../answer/act-on-key.ts'
import { Answers } from '../answer/answers.tsx'
import { ArgsDiff } from './args-diff.tsx'
import { CardHead } from './card-head.tsx'
import { Outcome } from './outcome.tsx'
import css from './approval-card.module.css'
import type { CardKeys } from '../answer/card-keys.ts'
import { Folded, Side, Why } from './card-sections.tsx'
import { ExactlyThis } from './exactly-this.tsx'
import { cutText, readTyped } from '../review/cut-draft.ts'
import { ResultReview } from '../review/result-review.tsx'
import { SecondNotice } from './second-notice.tsx'
import { RehearsalSection } from './rehearsal/rehearsal-section.tsx'
import { StagedConflicts } from './rehearsal/staged-conflicts.tsx'
import { ServerSection } from './server-section.tsx'
import { strings } from '../strings.ts'
import { proofOf, useAnswer } from '../answer/use-answer.ts'
import { useCardFocus } from './use-card-focus.ts'
import { useFullyViewed } from './use-fully-viewed.ts'
import { keyIntent } from '../queue/queue-keys.ts'

type Props = {
  readonly approval: Approval
  /**
   * The queue answers to its keys from anywhere on the screen and hears of the answers; a card in a
   * transcript only while it has the focus.
   */
  readonly location: 'queue' | 'transcript'
  /** To be read only, also while it waits: it is answered elsewhere. */
  readonly readOnly?: boolean
  /** In place of how an approval ended, where there was none. */
  readonly ended?: ReactNode
  readonly onKeys?: (keys: CardKeys | null) => void
  /** Main has taken the answer given here. */
  readonly onAnswered?: (reply: Reply) => void
  /** Beside how it ended: what can be done about it now. */
  readonly after?: ReactNode
}

export function ApprovalCard({
  approval,
  location,
  readOnly = false,
  ended = null,
  onKeys,
  onAnswered,
  after,
}: Props) {
  const workspace = useLive((live) => live.app?.workspace.path ?? '')
  const card = useRef<HTMLElement>(null)
  const shown = useFullyViewed(card, `${approval.id} ${approval.requestHash}`)
  const { state, answer: send } = useAnswer(approval, shown.all, onAnswered)
  const own = useRef<CardKeys | null>(null)
  const denyRef = useRef<HTMLButtonElement>(null)
  const proofRef = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const [cut, setCut] = useState(approval.cut === null ? '' : cutText(approval.cut))
  const { decision } = approval
  const answer = useCallback(
    (reply: Reply) => {
      const proof = isNo(reply.answer) ? null : (reply.proof ?? proofOf(typed))
      if (decision.stepUp && !isNo(reply.answer) && proof === null) return proofRef.current?.focus()
      const lines = approval.review === null || isNo(reply.answer) ? [] : readTyped(cut)
      if (lines === null) return card.current?.querySelector<HTMLElement>('[data-cut]')?.focus()
      send({
        ...reply,
        ...(lines.length === 0 ? {} : { cut: lines }),
        ...(proof === null ? {} : { proof }),
      })
      // A proof that was given is not kept in the page a moment longer.
      if (proof !== null) setTyped('')
    },
    [approval.review, cut, decision.stepUp, send, typed],
  )
  const title = callTitle(approval, workspace)
  const asks = approval.state === 'pending' && !readOnly

  useCardFocus({ card, deny: denyRef, id: approval.id, location, asks })

  const hand = useCallback(
    (keys: CardKeys | null) => {
      own.current = keys
      onKeys?.(keys)
    },
    [onKeys],
  )

  const rehearse = useCallback(
    () => card.current?.querySelector<HTMLElement>('[data-rehearse]')?.click(),
    [],
  )
  const onKeyDown = (event: KeyboardEvent): void => {
    if (location !== 'transcript') return
    const intent = keyIntent(event.nativeEvent, singleKeysOn())
    if (intent !== null && actOnKey(intent, own.current)) event.preventDefault()
  }

  return (
    // The keys are a second way to buttons that are inside.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <article
      ref={card}
      className={css.card}
      data-place={location}
      data-over={approval.state !== 'pending'}
      role="region"
      aria-label={strings.region(plainTitle(title))}
      data-approval={approval.id}
      onKeyDown={onKeyDown}
      onKeyUp={() => location === 'transcript' && own.current?.up()}
    >
      <CardHead approval={approval} title={title} workspace={workspace} />
      <div className={css.body}>
        <div className={css.main}>
          {approval.again === null ? null : (
            <Notice tone="warn" icon={<RefreshCw size={16} aria-hidden="true" />}>
              <b>{strings.askedAgain}</b> <Exact text={approval.again} />
            </Notice>
          )}
          <SecondNotice approval={approval} />
          <StagedConflicts approval={approval} />
          {approval.review === null ? <Why approval={approval} /> : null}
          {approval.untried === null ? null : (
            <Notice tone="info" icon={<Layers2 size={16} aria-hidden="true" />}>
              <Exact text={approval.untried} />
            </Notice>
          )}
          {approval.edited === null ? null : (
            <div data-edited="" className={css.call}>
              <Section title={strings.editedTitle}>
                <ArgsDiff before={approval.edited} after={approval.args} />
              </Section>
            </div>
          )}
          {approval.review === null ? (
            <div data-call="" className={css.call}>
              <ExactlyThis approval={approval} workspace={workspace} />
            </div>
          ) : (
            <ResultReview review={approval.review} cut={cut} {...(asks ? { onCut: setCut } : {})} />
          )}
        </div>
        <Side approval={approval} workspace={workspace} />
        <div className={css.rest}>
          {(readOnly && approval.rehearsal === null) || approval.review !== null ? null : (
            <RehearsalSection approval={approval} />
          )}
          <ServerSection approval={approval} />
          <Folded approval={approval} workspace={workspace} />
        </div>
      </div>

      {asks ? (
        <Answers
          approval={approval}
          state={state}
          shown={shown}
          answer={answer}
          denyRef={denyRef}
          rehearse={rehearse}
          cuts={cut.trim() !== ''}
          proof={{ typed, type: setTyped, ref: proofRef }}
          onKeys={hand}
        />
      ) : ended !== null ? (
        <footer className={css.foot}>{ended}</footer>
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
