// The foot of the card: every answer there is to it. Deny at one end, approving at the other; what
// lasts opens beside the card, what carries words or changes the call above the row. What is typed with
// the answer stays in sight with it.
import { Ellipsis, X } from 'lucide-react'
import { type RefObject, useCallback, useEffect, useId, useRef, useState } from 'react'
import type { Approval, ApprovalAnswer, Reply } from '../../../../contract/approval/approval.ts'
import { useLive } from '../../../state/live/live-store.ts'
import { isStreak, useStreak } from '../../../state/streak.ts'
import { riskOf } from '../../../state/tier-order.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Notice, TroubleText } from '../../../ui/panel.tsx'
import { AllowButton, type ApproveKey } from './allow-button.tsx'
import { AnswerFields } from './answer-fields.tsx'
import css from './answers.module.css'
import type { CardKeys } from './card-keys.ts'
import { EditAnswers, EditPanel } from './edit-panel.tsx'
import type { ProofInput } from './proof-field.tsx'
import { offers, ScopeSheet } from './scope-sheet.tsx'
import type { Verb } from './scope-text.ts'
import { strings } from '../strings.ts'
import { type Answering, mayAnswer } from './use-answer.ts'
import { useEdit } from './use-edit.ts'
import type { Shown } from '../card/use-fully-viewed.ts'

type Props = {
  readonly approval: Approval
  readonly state: Answering
  readonly shown: Shown
  readonly denyRef: RefObject<HTMLButtonElement | null>
  readonly proof: ProofInput
  /** Of a result: lines are left out. */
  readonly cuts: boolean
  answer(reply: Reply): void
  rehearse(): void
  onKeys(keys: CardKeys | null): void
}

type Opened = 'word' | 'edit'
const mod = typeof navigator !== 'undefined' && navigator.platform.startsWith('Mac') ? '⌘' : 'Ctrl'

export function Answers(props: Props) {
  const { approval, state, shown, answer, denyRef, proof, cuts, rehearse, onKeys } = props
  const [open, setOpen] = useState<Opened | null>(null)
  const [sheet, setSheet] = useState<Verb | null>(null)
  const [more, setMore] = useState(false)
  const wordRef = useRef<HTMLButtonElement>(null)
  const editRef = useRef<HTMLButtonElement>(null)
  const hintId = useId()
  const [pressing, setPressing] = useState('')
  const streak = useStreak(({ fast }) => isStreak(fast))
  const stopped = useLive((live) => (live.app?.stopped ?? null) !== null)
  const once = useRef<ApproveKey | null>(null)
  const { answers, decision, staged } = approval
  const grave = riskOf(decision.tier) >= riskOf('R3')
  const reviewed = approval.review !== null
  // Approved already, it waits for a second person; of another machine it is answered as it is.
  const waits = approval.second !== undefined
  const edits =
    answers.includes('once') &&
    staged === null &&
    !reviewed &&
    !waits &&
    approval.from === undefined
  const firstSide = (['allow', 'deny'] as const).find((verb) => offers(approval, verb)) ?? null
  const denies = offers(approval, 'deny')
  const proven = proof.typed !== ''
  const error = state.kind === 'armed' || state.kind === 'arming' ? state.error : null
  // Edited arguments can be graver than what was asked.
  const wantsProof = !waits && (decision.stepUp || error?.code === 'approval.step-up')
  const may = (which: ApprovalAnswer): boolean =>
    !stopped && mayAnswer(approval, state, which, proven, shown.all)
  const edit = useEdit(approval, error, may('once'), (args) => answer({ answer: 'once', args }))
  const toggle = (which: Opened): void => setOpen(open === which ? null : which)
  const close = (): void => {
    const opener = open === 'word' ? wordRef : editRef
    // In a narrow window the button that opened it may be folded away.
    const back = opener.current?.checkVisibility() === true ? opener : denyRef
    back.current?.focus()
    setOpen(null)
  }
  const onceKey = useCallback((key: ApproveKey | null) => {
    once.current = key
  }, [])

  useEffect(() => {
    onKeys({
      deny: () => answer({ answer: 'deny-once' }),
      word: () => setOpen('word'),
      edit: () => edits && setOpen('edit'),
      rehearse,
      scope: () => setSheet(firstSide),
      denyScope: () => denies && setSheet('deny'),
      down: (via) => once.current?.down(via),
      up: () => once.current?.up(),
    })
    return () => onKeys(null)
  }, [answer, denies, edits, firstSide, onKeys, rehearse])

  const blocked = (staged?.conflicts.length ?? 0) > 0
  return (
    <footer className={css.foot}>
      <div className={css.extras}>
        {error === null || open === 'edit' ? null : (
          <Notice tone="bad" alert icon={<X size={16} aria-hidden="true" />}>
            <TroubleText {...error} />
          </Notice>
        )}
        {open === 'edit' ? <EditPanel edit={edit} before={approval.args} close={close} /> : null}
        {/* Above the buttons, so that none of them moves when it comes or goes. */}
        <div className={css.hint} id={hintId} data-alarm={!shown.all || pressing !== ''}>
          {stopped ? (
            <span>{strings.stopped}</span>
          ) : shown.all ? null : (
            <span>{strings.notShown}</span>
          )}
          {stopped || !shown.all || pressing !== '' ? null : blocked ? (
            <span>{strings.staged.blocked}</span>
          ) : streak ? (
            <span>{strings.streakHint}</span>
          ) : null}
          <span role="status">
            {state.kind === 'sending'
              ? strings.sending
              : state.kind === 'sent'
                ? strings.sent
                : pressing}
          </span>
        </div>
      </div>
      <div className={css.bar} data-bar="">
        <AnswerFields
          proof={wantsProof ? proof : null}
          note={
            open === 'word' ? { mayDeny: mayAnswer(approval, state, 'deny-once'), close } : null
          }
          maySystem={open !== 'edit' && mayAnswer(approval, state, 'once', true, shown.all)}
          answer={answer}
          onEnter={() =>
            open === 'edit' ? undefined : shown.all ? answer({ answer: 'once' }) : shown.showRest()
          }
        />
        <div className={css.acts} data-more={more}>
          <Button
            ref={denyRef}
            data-deny=""
            hotkey="D"
            className={css.deny}
            aria-disabled={stopped || !may('deny-once')}
            data-arming={state.kind === 'arming'}
            onClick={() => answer({ answer: 'deny-once' })}
          >
            {reviewed ? strings.review.withhold : strings.deny}
          </Button>
          <div className={css.middle}>
            <Button
              ref={wordRef}
              hotkey="⇧D"
              tone="quiet"
              aria-expanded={open === 'word'}
              onClick={() => toggle('word')}
            >
              {reviewed ? strings.review.sayWhy : strings.sayWhy}
            </Button>
            {edits ? (
              <Button
                ref={editRef}
                hotkey="E"
                tone="quiet"
                aria-expanded={open === 'edit'}
                onClick={() => toggle('edit')}
              >
                {strings.edit}
              </Button>
            ) : null}
            {/* An approval of other arguments is of this once. */}
            {firstSide === null || open === 'edit' ? null : (
              <Button
                hotkey="S"
                tone="quiet"
                className={css.remember}
                aria-haspopup="dialog"
                onClick={() => setSheet(firstSide)}
              >
                {strings.remember}
              </Button>
            )}
          </div>
          <IconButton
            className={css.more}
            label={strings.moreAnswers}
            aria-expanded={more}
            onClick={() => setMore(!more)}
          >
            <Ellipsis size={18} aria-hidden="true" />
          </IconButton>
          {shown.all || stopped ? null : (
            <Button tone="quiet" className={css.showRest} onClick={shown.showRest}>
              {strings.showRest}
            </Button>
          )}
          {open === 'edit' ? (
            <EditAnswers edit={edit} close={close} />
          ) : waits || !answers.includes('once') ? null : (
            <AllowButton
              tier={decision.tier}
              disabled={!may('once')}
              arming={state.kind === 'arming'}
              describedBy={hintId}
              say={setPressing}
              allow={() => answer({ answer: 'once' })}
              lead={() => (shown.all ? answer({ answer: 'once' }) : shown.showRest())}
              strong
              hotkey={grave ? `${mod} ⏎` : 'A'}
              onKey={onceKey}
            >
              {reviewed
                ? cuts
                  ? strings.review.passCut
                  : strings.review.pass
                : staged === null
                  ? strings.once
                  : strings.staged.approve}
            </AllowButton>
          )}
        </div>
      </div>
      <ScopeSheet
        approval={approval}
        answer={answer}
        verb={sheet}
        open={setSheet}
        mayAllow={may('scope')}
        mayDeny={(which) => may(which)}
        lead={() => !shown.all && shown.showRest()}
      />
    </footer>
  )
}
