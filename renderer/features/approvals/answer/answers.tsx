// The foot of the card: every answer there is to it. Deny comes first; what lasts, carries words or
// changes the call opens above the row.
import { Clock, MessageSquareX, ShieldAlert, X } from 'lucide-react'
import { type RefObject, useCallback, useEffect, useId, useRef, useState } from 'react'
import type { Approval, ApprovalAnswer, Reply } from '../../../../contract/approval/approval.ts'
import type { LeaseDuration } from '../../../../contract/approval/lease.ts'
import { useBridge } from '../../../bridge/bridge-context.ts'
import { isStreak, useStreak } from '../../../state/streak.ts'
import { riskOf } from '../../../state/tier-order.ts'
import { useNow } from '../../../state/use-now.ts'
import { useRead } from '../../../state/use-read.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Notice, TroubleText } from '../../../ui/panel.tsx'
import { clockSpan } from '../../../ui/text/time-text.ts'
import { AllowButton, type ApproveKey } from './allow-button.tsx'
import css from '../card/approval-card.module.css'
import type { CardKeys } from './card-keys.ts'
import { type EditField, fieldsOf } from './edit-fields.ts'
import { EditPanel } from './edit-panel.tsx'
import { DenyPanel } from './deny-panel.tsx'
import { ProofField, type ProofInput } from './proof-field.tsx'
import { ScopeChoices } from './scope-choices.tsx'
import { scopeRows } from './scope-text.ts'
import { strings } from '../strings.ts'
import { type Answering, mayAnswer } from './use-answer.ts'
import type { Shown } from '../card/use-fully-viewed.ts'
import { WordPanel } from './word-panel.tsx'

type Props = {
  readonly approval: Approval
  readonly state: Answering
  readonly shown: Shown
  readonly location: 'queue' | 'transcript'
  readonly denyRef: RefObject<HTMLButtonElement | null>
  readonly proof: ProofInput
  answer(reply: Reply): void
  onKeys(keys: CardKeys | null): void
}

type Opened = 'word' | 'deny' | 'edit'
const mod = typeof navigator !== 'undefined' && navigator.platform.startsWith('Mac') ? '⌘' : 'Ctrl'

export function Answers({
  approval,
  state,
  shown,
  answer,
  denyRef,
  location,
  proof,
  onKeys,
}: Props) {
  const [open, setOpen] = useState<Opened | null>(null)
  const openers: Record<Opened, RefObject<HTMLButtonElement | null>> = {
    word: useRef(null),
    deny: useRef(null),
    edit: useRef(null),
  }
  const hintId = useId()
  // Kept while the panel is closed, and while main refuses it.
  const [draft, setDraft] = useState<readonly EditField[] | null>(null)
  const [pressing, setPressing] = useState('')
  const streak = useStreak(({ fast }) => isStreak(fast))
  const approved = useRef(new Map<'once' | number, ApproveKey>())
  const scopesRef = useRef<HTMLDivElement>(null)
  const { answers, decision, durations, staged } = approval
  const grave = riskOf(decision.tier) >= riskOf('R3')
  const scoped = scopeRows(approval, 'allow').length > 0
  const deniesMore = scopeRows(approval, 'deny').length > 0 || answers.includes('deny-always')
  const [lasts, setLasts] = useState<LeaseDuration>(durations[0] ?? 'hour')
  const previews = useRead(useBridge(), 'approvals.scopes', { id: approval.id }).value
  const proven = proof.typed !== ''
  const error = state.kind === 'armed' || state.kind === 'arming' ? state.error : null
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
  const keyOf = useCallback((which: 'once' | number, key: ApproveKey | null): void => {
    if (key === null) approved.current.delete(which)
    else approved.current.set(which, key)
  }, [])
  const onceKey = useCallback((key: ApproveKey | null) => keyOf('once', key), [keyOf])
  // The keys count from 1.
  const scopeKey = useCallback(
    (row: number, key: ApproveKey | null) => keyOf(row + 1, key),
    [keyOf],
  )

  useEffect(() => {
    onKeys({
      deny: () => answer({ answer: 'deny-once' }),
      word: () => setOpen('word'),
      edit: () => setOpen(answers.includes('once') && staged === null ? 'edit' : null),
      scope: () => scopesRef.current?.querySelector<HTMLInputElement>('input:checked')?.focus(),
      denyScope: () => setOpen(deniesMore ? 'deny' : null),
      duration: () =>
        setLasts((now) => durations[(durations.indexOf(now) + 1) % durations.length] ?? now),
      down: (which, via) => approved.current.get(which)?.down(via),
      up: () => approved.current.forEach((key) => key.up()),
    })
    return () => onKeys(null)
  }, [answer, answers, deniesMore, durations, onKeys, staged])

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
          bySystem={
            open !== 'edit' && mayAnswer(approval, state, 'once', true, shown.all)
              ? () => answer({ answer: 'once', proof: { kind: 'system' } })
              : null
          }
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
      {open === 'deny' ? (
        <DenyPanel
          {...{ approval, previews, lasts, setLasts, close, answer }}
          arming={state.kind === 'arming'}
          mayDeny={(which) => may(which)}
        />
      ) : null}
      {open !== null || !scoped ? null : (
        <div ref={scopesRef}>
          <ScopeChoices
            {...{ approval, previews, lasts, setLasts }}
            verb="allow"
            hotkeys={location === 'queue'}
            disabled={!may('scope')}
            arming={state.kind === 'arming'}
            choose={(choice) => answer({ answer: 'scope', choice })}
            lead={() => (shown.all ? undefined : shown.showRest())}
            onKey={scopeKey}
            say={setPressing}
          />
        </div>
      )}
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
        {deniesMore ? <Button {...opener('deny')}>{strings.denyMore}</Button> : null}
        {open === 'edit' ? null : (
          <AllowButton
            tier={decision.tier}
            disabled={!may('once')}
            arming={state.kind === 'arming'}
            describedBy={hintId}
            say={setPressing}
            allow={() => answer({ answer: 'once' })}
            lead={() => (shown.all ? answer({ answer: 'once' }) : shown.showRest())}
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
          </span>
        )}
        <span role="status">{pressing}</span>
      </div>
    </footer>
  )
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
