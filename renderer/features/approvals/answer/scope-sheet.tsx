// How far an answer reaches beyond this call: named scopes, for how long, and what each would have
// answered so far. Beside the card, so that nothing of it is clipped by the bar of answers.
import { X } from 'lucide-react'
import { type KeyboardEvent, useCallback, useRef, useState } from 'react'
import { callTitle } from '../../../../contract/approval/call-title.ts'
import type { Approval, Reply } from '../../../../contract/approval/approval.ts'
import type { LeaseDuration } from '../../../../contract/approval/lease.ts'
import { useBridge } from '../../../bridge/bridge-context.ts'
import { useLive } from '../../../state/live/live-store.ts'
import { useRead } from '../../../state/use-read.ts'
import { Button } from '../../../ui/button.tsx'
import { ManagedBy } from '../../../ui/managed-by.tsx'
import { Modal } from '../../../ui/modal.tsx'
import { TierBadge } from '../../../ui/marks/tier-badge.tsx'
import { CallHeadline } from '../card/call-headline.tsx'
import type { ApproveKey } from './allow-button.tsx'
import { ScopeChoices } from './scope-choices.tsx'
import css from './scope-sheet.module.css'
import { scopeRows, type Verb } from './scope-text.ts'
import { strings } from '../strings.ts'
import { useClickGuard } from './use-click-guard.ts'

const { scopes: words } = strings

type Props = {
  readonly approval: Approval
  /** Null while it is closed. */
  readonly verb: Verb | null
  readonly mayAllow: boolean
  mayDeny(answer: 'deny-scope' | 'deny-always'): boolean
  open(verb: Verb | null): void
  answer(reply: Reply): void
  /** Pressed while it may not be: the person is led to what is missing. */
  lead(): void
}

export function ScopeSheet(props: Props) {
  const { verb, open } = props
  const first = useRef<HTMLDivElement>(null)
  return (
    <Modal
      side
      open={verb !== null}
      onOpenChange={(next) => !next && open(null)}
      title={words.sheet[verb ?? 'allow']}
      closeLabel={words.close}
      closeIcon={<X size={16} aria-hidden="true" />}
      initialFocus={first}
    >
      {verb === null ? null : <Body {...props} verb={verb} first={first} />}
    </Modal>
  )
}

type BodyProps = Omit<Props, 'verb'> & {
  readonly verb: Verb
  readonly first: React.RefObject<HTMLDivElement | null>
}

function Body({ approval, verb, mayAllow, mayDeny, open, answer, lead, first }: BodyProps) {
  const workspace = useLive((live) => live.app?.workspace.path ?? '')
  const { durations, decision } = approval
  const [lasts, setLasts] = useState<LeaseDuration>(durations[0] ?? 'hour')
  const [pressing, setPressing] = useState('')
  const previews = useRead(useBridge(), 'approvals.scopes', { id: approval.id }).value
  const armed = useClickGuard(verb)
  const rows = useRef(new Map<number, ApproveKey>())
  const onKey = useCallback((row: number, key: ApproveKey | null) => {
    if (key === null) rows.current.delete(row)
    else rows.current.set(row, key)
  }, [])
  const sides = (['allow', 'deny'] as const).filter((side) => offers(approval, side))
  // Closed before the answer is on its way: the focus goes back to the card, and from there on.
  const send = (reply: Reply): void => {
    open(null)
    answer(reply)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return
    if (/^[1-9]$/.test(event.key)) rows.current.get(Number(event.key) - 1)?.down('key')
    else if (event.key.toLowerCase() === 't' && !event.shiftKey)
      setLasts((now) => durations[(durations.indexOf(now) + 1) % durations.length] ?? now)
    else return
    event.preventDefault()
  }
  return (
    // The keys are a second way to buttons that are inside.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      className={css.sheet}
      onKeyDown={onKeyDown}
      onKeyUp={() => rows.current.forEach((key) => key.up())}
    >
      <div ref={first} tabIndex={-1} className={css.call}>
        <TierBadge tier={decision.tier} />
        <p>
          <CallHeadline title={callTitle(approval, workspace)} />
        </p>
      </div>
      {verb === 'deny' || decision.by.organisation === undefined ? null : (
        <p>
          <ManagedBy name={decision.by.organisation}>
            {decision.by.kind === 'rule' ? words.heldByRule(decision.by.id) : words.held}
          </ManagedBy>
        </p>
      )}
      {sides.length < 2 ? null : (
        <div className={css.sides} role="group" aria-label={words.side}>
          {sides.map((side) => (
            <button
              key={side}
              type="button"
              aria-pressed={side === verb}
              onClick={() => open(side)}
            >
              {words.sides[side]}
            </button>
          ))}
        </div>
      )}
      <ScopeChoices
        approval={approval}
        verb={verb}
        previews={previews}
        lasts={lasts}
        setLasts={setLasts}
        onKey={onKey}
        disabled={verb === 'allow' ? !mayAllow : !armed || !mayDeny('deny-scope')}
        arming={!armed}
        choose={(choice) => send({ answer: verb === 'allow' ? 'scope' : 'deny-scope', choice })}
        lead={() => {
          if (verb === 'deny' || !armed) return
          open(null)
          lead()
        }}
        say={setPressing}
      />
      {verb === 'deny' && approval.answers.includes('deny-always') ? (
        <div className={css.everyone}>
          <Button
            aria-disabled={!armed || !mayDeny('deny-always')}
            onClick={() => armed && mayDeny('deny-always') && send({ answer: 'deny-always' })}
          >
            {strings.denyEveryone}
          </Button>
          <p>{strings.denyScope}</p>
        </div>
      ) : null}
      <p role="status" className={css.status}>
        {verb === 'allow' && !mayAllow && armed ? words.notYet : pressing}
      </p>
      <div className={css.end}>
        <Button onClick={() => open(null)}>{strings.cancel}</Button>
      </div>
    </div>
  )
}

/** Whether there is any answer of this kind that lasts. */
export const offers = (approval: Approval, verb: Verb): boolean =>
  scopeRows(approval, verb).length > 0 ||
  (verb === 'deny' && approval.answers.includes('deny-always'))
