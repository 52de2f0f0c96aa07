// The foot of the card: every answer there is to it. Deny comes first; what lasts, carries words or
// changes the call opens above the row.
import { Clock, MessageSquareX, ShieldAlert, X } from 'lucide-react'
import { type RefObject, useCallback, useEffect, useId, useRef, useState } from 'react'
import type { Approval, ApprovalAnswer, Reply } from '../../../../contract/approval/approval.ts'
import { touchWords } from '../../../state/call-text.ts'
import { isStreak, useStreak } from '../../../state/streak.ts'
import { riskOf } from '../../../state/tier-order.ts'
import { useNow } from '../../../state/use-now.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Notice, TroubleText } from '../../../ui/panel.tsx'
import { clockSpan } from '../../../ui/text/time-text.ts'
import { AllowButton, type ApproveKey } from './allow-button.tsx'
import css from '../card/approval-card.module.css'
import type { CardKeys } from './card-keys.ts'
import { type EditField, fieldsOf } from './edit-fields.ts'
import { EditPanel } from './edit-panel.tsx'
import { LastingPanel } from './lasting-panel.tsx'
import { ProofField, type ProofInput } from './proof-field.tsx'
import { strings } from '../strings.ts'
import { type Answering, mayAnswer } from './use-answer.ts'
import type { Shown } from '../card/use-fully-viewed.ts'
import { WordPanel } from './word-panel.tsx'

type Props = {
  readonly approval: Approval
  readonly state: Answering
  readonly shown: Shown
  readonly workspace: string
  readonly location: 'queue' | 'transcript'
  readonly denyRef: RefObject<HTMLButtonElement | null>
  readonly proof: ProofInput
  answer(reply: Reply): void
  onKeys(keys: CardKeys | null): void
}

type Opened = 'word' | 'lasting' | 'edit'
const mod = typeof navigator !== 'undefined' && navigator.platform.startsWith('Mac') ? '⌘' : 'Ctrl'

export function Answers({
  approval,
  state,
  shown,
  answer,
  denyRef,
  workspace,
  location,
  proof,
  onKeys,
}: Props) {
  const [open, setOpen] = useState<Opened | null>(null)
  const openers: Record<Opened, RefObject<HTMLButtonElement | null>> = {
    word: useRef(null),
    lasting: useRef(null),
    edit: useRef(null),
  }
  const hintId = useId()
  // Kept while the panel is closed, and while main refuses it.
  const [draft, setDraft] = useState<readonly EditField[] | null>(null)
  const [pressing, setPressing] = useState('')
  const streak = useStreak(({ fast }) => isStreak(fast))
  const approved = useRef<{ once: ApproveKey | null; session: ApproveKey | null }>({
    once: null,
    session: null,
  })
  const { answers, decision, staged } = approval
  const grave = riskOf(decision.tier) >= riskOf('R3')
  const offersSession = answers.includes('session')
  const offersMore = answers.some(
    (each) => each === 'scope' || each === 'always' || each === 'deny-always',
  )
  const proven = proof.typed !== ''
  const error = state.kind === 'armed' ? state.error : null
  // Edited arguments can be graver than what was asked.
  const wantsProof = decision.stepUp || error?.code === 'approval.step-up'
  const may = (which: ApprovalAnswer): boolean =>
    mayAnswer(approval, state, which, proven, shown.all)
  const opener = (which: Opened) => ({
    ref: openers[which],
    'aria-expanded': open === which,
    onClick: () => setOpen(open === which ? null : which),
  })
  const close = (): void => {
    if (open !== null) openers[open].current?.focus()
    setOpen(null)
  }
  const allowing = (which: 'once' | 'session') => ({
    tier: decision.tier,
    disabled: !may(which),
    arming: state.kind === 'arming',
    describedBy: hintId,
    say: setPressing,
    allow: () => answer({ answer: which }),
    lead: () => (shown.all ? answer({ answer: which }) : shown.showRest()),
  })
  const onceKey = useCallback((key: ApproveKey | null) => void (approved.current.once = key), [])
  const sessionKey = useCallback(
    (key: ApproveKey | null) => void (approved.current.session = key),
    [],
  )

  useEffect(() => {
    onKeys({
      deny: () => answer({ answer: 'deny-once' }),
      word: () => setOpen('word'),
      edit: () => setOpen(answers.includes('once') && staged === null ? 'edit' : null),
      scope: () => setOpen(offersMore ? 'lasting' : null),
      down: (which, via) => approved.current[which]?.down(via),
      up: () => [approved.current.once, approved.current.session].forEach((key) => key?.up()),
    })
    return () => onKeys(null)
  }, [answer, answers, offersMore, onKeys, staged])

  return (
    <footer className={css.foot}>
      {error === null || open === 'edit' ? null : (
        <Notice tone="bad" alert icon={<X size={16} aria-hidden="true" />}>
          <TroubleText {...error} />
        </Notice>
      )}
      {wantsProof ? (
        <ProofField
          proof={proof}
          icon={<ShieldAlert size={16} aria-hidden="true" />}
          onEnter={() =>
            open === 'edit' ? undefined : shown.all ? answer({ answer: 'once' }) : shown.showRest()
          }
        />
      ) : null}
      {open === 'word' ? (
        <WordPanel
          mayDeny={mayAnswer(approval, state, 'deny-once')}
          close={close}
          deny={(word) => answer({ answer: 'deny-once', word })}
        />
      ) : null}
      {open === 'edit' ? (
        <EditPanel
          {...{ approval, error, close }}
          fields={draft ?? fieldsOf(approval.args)}
          change={setDraft}
          may={may('once')}
          allow={(args) => answer({ answer: 'once', args })}
        />
      ) : null}
      {open === 'lasting' ? (
        <LastingPanel
          approval={approval}
          reach={sessionReach(approval, workspace)}
          may={(which) => may(which)}
          close={close}
          answer={answer}
        />
      ) : null}
      <div className={css.acts}>
        <Button
          ref={denyRef}
          hotkey="D"
          className={css.deny}
          aria-disabled={!may('deny-once')}
          data-arming={state.kind === 'arming'}
          onClick={() => answer({ answer: 'deny-once' })}
        >
          {strings.deny}
        </Button>
        <IconButton label={strings.sayWhy} data-tone="plain" {...opener('word')}>
          <MessageSquareX size={16} aria-hidden="true" />
        </IconButton>
        {answers.includes('once') && staged === null ? (
          <Button {...opener('edit')}>{strings.edit}</Button>
        ) : null}
        {offersMore ? <Button {...opener('lasting')}>{strings.moreAnswers}</Button> : null}
        {open === 'edit' || !offersSession ? null : (
          <AllowButton
            {...allowing('session')}
            hotkey={location === 'queue' ? 'R' : undefined}
            onKey={sessionKey}
          >
            {strings.session}
          </AllowButton>
        )}
        {open === 'edit' ? null : (
          <AllowButton
            {...allowing('once')}
            strong
            hotkey={location === 'queue' && !grave ? 'A' : `${mod} ⏎`}
            onKey={onceKey}
          >
            {staged === null ? strings.once : strings.staged.approve}
          </AllowButton>
        )}
        <span className={css.left}>
          {state.kind === 'sending' ? (
            strings.sending
          ) : state.kind === 'sent' ? (
            strings.sent
          ) : (
            <TimeLeft until={approval.expiresAt} />
          )}
        </span>
      </div>
      <div className={css.hint} id={hintId} data-alarm={!shown.all || pressing !== ''}>
        {shown.all ? null : (
          <>
            <span>{strings.notShown}</span>
            <Button size="small" tone="quiet" onClick={shown.showRest}>
              {strings.showRest}
            </Button>
          </>
        )}
        {!shown.all || pressing !== '' ? null : (staged?.conflicts.length ?? 0) > 0 ? (
          <span>{strings.staged.blocked}</span>
        ) : (
          <span>
            {streak
              ? `${strings.streakHint} `
              : grave && location === 'queue'
                ? `${strings.graveHint(`${mod} ⏎`)} `
                : null}
            {offersSession
              ? strings.sessionScope(approval.tool, sessionReach(approval, workspace))
              : null}
          </span>
        )}
        <span role="status">{pressing}</span>
      </div>
    </footer>
  )
}

const plainVerbs: Readonly<Record<string, string>> = {
  ...{ reads: 'read', writes: 'write', fetches: 'fetch from', 'sends to': 'send to' },
  ...{ 'connects to': 'connect to', uses: 'use', calls: 'call' },
}

/** What exactly a session lease would cover: the touches on this card, and no other. */
export function sessionReach(approval: Pick<Approval, 'decision'>, workspace: string): string {
  const parts = approval.decision.touches.map((touch) => {
    if (touch.kind === 'proc.run') return `run “${touch.command}”`
    const words = touchWords(touch, workspace)
    const verb = plainVerbs[words.verb] ?? words.verb
    return `${verb} ${touch.kind === 'net.fetch' ? touch.url : words.what}`
  })
  return parts.length === 0 ? strings.sessionNothing : parts.join(', ')
}

function TimeLeft({ until }: { readonly until: number }) {
  const left = until - useNow()
  return (
    <span className={css.timeLeft} data-soon={left < 60_000}>
      <Clock size={14} aria-hidden="true" />
      {left <= 0 ? strings.expiring : strings.deniedIn(clockSpan(left))}
    </span>
  )
}
