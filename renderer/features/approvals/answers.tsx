// The foot of the card: every answer there is to it. Deny comes first; what lasts or carries words opens above the row.
import { Clock, ShieldAlert, X } from 'lucide-react'
import { type RefObject, useRef, useState } from 'react'
import type { Approval, ApprovalAnswer, Reply } from '../../../contract/approval.ts'
import { isNo, touchWords } from '../../state/call-words.ts'
import { useNow } from '../../state/use-now.ts'
import { Button } from '../../ui/button.tsx'
import { Notice, TroubleText } from '../../ui/panel.tsx'
import { clockSpan } from '../../ui/time-words.ts'
import css from './approval-card.module.css'
import { LastingPanel } from './lasting-panel.tsx'
import { ProofField, type ProofInput } from './proof-field.tsx'
import { strings } from './strings.ts'
import { type Answering, mayAnswer } from './use-answer.ts'
import { WordPanel } from './word-panel.tsx'

type Props = {
  readonly approval: Approval
  readonly state: Answering
  readonly workspace: string
  readonly place: 'queue' | 'transcript'
  readonly denyRef: RefObject<HTMLButtonElement | null>
  readonly proof: ProofInput
  answer(reply: Reply): void
}

export function Answers({ approval, state, answer, denyRef, workspace, place, proof }: Props) {
  const [open, setOpen] = useState<'word' | 'lasting' | null>(null)
  const openers = { word: useRef<HTMLButtonElement>(null), lasting: useRef<HTMLButtonElement>(null) }
  const { answers, decision } = approval
  const offersSession = answers.includes('session')
  const offersMore = answers.some((each) => each === 'scope' || each === 'always' || each === 'deny-always')
  const proven = proof.typed !== ''
  const off = (which: ApprovalAnswer) => ({
    'aria-disabled': !mayAnswer(approval, state, which, proven),
    'data-arming': state.kind === 'arming' && (isNo(which) || !decision.stepUp),
    onClick: () => answer({ answer: which }),
  })
  const opener = (which: 'word' | 'lasting') => ({
    ref: openers[which],
    'aria-expanded': open === which,
    onClick: () => setOpen(open === which ? null : which),
  })
  const close = (): void => {
    if (open !== null) openers[open].current?.focus()
    setOpen(null)
  }
  return (
    <footer className={css.foot}>
      {state.kind === 'armed' && state.error !== null ? (
        <Notice tone="bad" alert icon={<X size={16} aria-hidden="true" />}>
          <TroubleText {...state.error} />
        </Notice>
      ) : null}
      {decision.stepUp ? (
        <ProofField proof={proof} icon={<ShieldAlert size={16} aria-hidden="true" />} onEnter={() => answer({ answer: 'once' })} />
      ) : null}
      {open === 'word' ? (
        <WordPanel mayDeny={mayAnswer(approval, state, 'deny-once')} close={close} deny={(word) => answer({ answer: 'deny-once', word })} />
      ) : null}
      {open === 'lasting' ? (
        <LastingPanel
          approval={approval}
          reach={sessionReach(approval, workspace)}
          may={(which) => mayAnswer(approval, state, which, proven)}
          close={close}
          answer={answer}
        />
      ) : null}
      <div className={css.acts}>
        <Button ref={denyRef} hotkey="D" className={css.deny} {...off('deny-once')}>
          {strings.deny}
        </Button>
        <Button {...opener('word')}>{strings.sayWhy}</Button>
        {offersMore ? <Button {...opener('lasting')}>{strings.moreAnswers}</Button> : null}
        {offersSession ? (
          <Button {...(place === 'queue' ? { hotkey: 'S' } : {})} {...off('session')}>
            {strings.session}
          </Button>
        ) : null}
        <Button tone="strong" hotkey={place === 'queue' ? 'A' : 'Ctrl ⏎'} {...off('once')}>
          {strings.once}
        </Button>
        <span className={css.left}>
          {state.kind === 'sending' ? strings.sending : state.kind === 'sent' ? strings.sent : <TimeLeft until={approval.expiresAt} />}
        </span>
      </div>
      {offersSession ? <p className={css.scope}>{strings.sessionScope(approval.tool, sessionReach(approval, workspace))}</p> : null}
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
