// The foot of the card: every answer there is to it. Deny at one end, approving at the other; what
// lasts opens beside the card, what carries words or changes the call above the row. What is typed with
// the answer stays in sight with it.
import { Ellipsis, X } from 'lucide-react'
import { type RefObject, useCallback, useEffect, useId, useRef, useState } from 'react'
import type { Approval, ApprovalAnswer, Reply } from '../../../../contract/approval/approval.ts'
import { useLive } from '../../../state/live/live-store.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Notice, TroubleText } from '../../../ui/panel.tsx'
import type { ApproveKey } from './allow-button.tsx'
import { AnswerFields } from './answer-fields.tsx'
import { AnswerHint } from './answer-hint.tsx'
import css from './answers.module.css'
import answerRow from '../answer-row.module.css'
import type { CardKeys } from './card-keys.ts'
import { EditAnswers, EditPanel } from './edit-panel.tsx'
import { offeredAnswers } from './offered-answers.ts'
import { OnceButton } from './once-button.tsx'
import { type Opened, OtherAnswers } from './other-answers.tsx'
import type { ProofInput } from './proof-field.tsx'
import { ScopeSheet } from './scope-sheet.tsx'
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

export function Answers(props: Props) {
  const { approval, state, shown, answer, denyRef, proof, cuts, rehearse, onKeys } = props
  const [open, setOpen] = useState<Opened | null>(null)
  const [sheet, setSheet] = useState<Verb | null>(null)
  const [more, setMore] = useState(false)
  const wordRef = useRef<HTMLButtonElement>(null)
  const editRef = useRef<HTMLButtonElement>(null)
  const hintId = useId()
  const [pressing, setPressing] = useState('')
  const stopped = useLive((live) => (live.app?.stopped ?? null) !== null)
  const once = useRef<ApproveKey | null>(null)
  const { decision, staged } = approval
  const reviewed = approval.review !== null
  const offered = offeredAnswers(approval)
  const proven = proof.typed !== ''
  const error = state.kind === 'armed' || state.kind === 'arming' ? state.error : null
  // Edited arguments can be graver than what was asked.
  const wantsProof =
    approval.second === undefined && (decision.stepUp || error?.code === 'approval.step-up')
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
  const onceOrRest = (): void => (shown.all ? answer({ answer: 'once' }) : shown.showRest())
  const onceKey = useCallback((key: ApproveKey | null) => {
    once.current = key
  }, [])

  useEffect(() => {
    onKeys({
      deny: () => answer({ answer: 'deny-once' }),
      word: () => setOpen('word'),
      edit: () => offered.edit && setOpen('edit'),
      rehearse,
      scope: () => setSheet(offered.scope),
      denyScope: () => offered.denyScope && setSheet('deny'),
      down: (via) => once.current?.down(via),
      up: () => once.current?.up(),
    })
    return () => onKeys(null)
  }, [answer, offered.denyScope, offered.edit, offered.scope, onKeys, rehearse])

  return (
    <footer className={css.foot}>
      <div className={css.extras}>
        {error === null || open === 'edit' ? null : (
          <Notice tone="bad" alert icon={<X size={16} aria-hidden="true" />}>
            <TroubleText {...error} />
          </Notice>
        )}
        {open === 'edit' ? <EditPanel edit={edit} before={approval.args} close={close} /> : null}
        <AnswerHint
          id={hintId}
          state={state}
          stopped={stopped}
          allShown={shown.all}
          blocked={(staged?.conflicts.length ?? 0) > 0}
          pressing={pressing}
        />
      </div>
      <div className={css.bar} data-bar="">
        <AnswerFields
          proof={wantsProof ? proof : null}
          note={
            open === 'word' ? { mayDeny: mayAnswer(approval, state, 'deny-once'), close } : null
          }
          maySystem={open !== 'edit' && mayAnswer(approval, state, 'once', true, shown.all)}
          answer={answer}
          onEnter={() => (open === 'edit' ? undefined : onceOrRest())}
        />
        <div className={answerRow.acts} data-more={more}>
          <Button
            ref={denyRef}
            data-deny=""
            hotkey="D"
            className={answerRow.deny}
            aria-disabled={stopped || !may('deny-once')}
            data-arming={state.kind === 'arming'}
            onClick={() => answer({ answer: 'deny-once' })}
          >
            {reviewed ? strings.review.withhold : strings.deny}
          </Button>
          <OtherAnswers
            offered={offered}
            reviewed={reviewed}
            open={open}
            wordRef={wordRef}
            editRef={editRef}
            toggle={toggle}
            onScope={() => setSheet(offered.scope)}
          />
          <IconButton
            className={answerRow.more}
            label={strings.moreAnswers}
            aria-expanded={more}
            onClick={() => setMore(!more)}
          >
            <Ellipsis size={18} aria-hidden="true" />
          </IconButton>
          {shown.all || stopped ? null : (
            <Button tone="quiet" className={answerRow.showRest} onClick={shown.showRest}>
              {strings.showRest}
            </Button>
          )}
          {open === 'edit' ? (
            <EditAnswers edit={edit} close={close} />
          ) : offered.once ? (
            <OnceButton
              approval={approval}
              disabled={!may('once')}
              arming={state.kind === 'arming'}
              describedBy={hintId}
              cuts={cuts}
              say={setPressing}
              allow={() => answer({ answer: 'once' })}
              lead={onceOrRest}
              onKey={onceKey}
            />
          ) : null}
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
