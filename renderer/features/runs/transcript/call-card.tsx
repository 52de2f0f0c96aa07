// One call in a transcript: what it is in one line, how it is, and on demand everything else.
import {
  Ban,
  Check,
  ChevronRight,
  CircleHelp,
  Hand,
  LoaderCircle,
  Square,
  TriangleAlert,
  X,
} from 'lucide-react'
import { useId, useState } from 'react'
import { Link } from 'wouter'
import type { CallState, CallStatus } from '../../../../contract/call/call.ts'
import type { Decision } from '../../../../contract/policy/decision.ts'
import type { RunId } from '../../../../contract/ids.ts'
import { assertNever } from '../../../../contract/never.ts'
import type { RunItemOf } from '../../../../contract/agent/run.ts'
import { useBridge } from '../../../bridge/bridge-context.ts'
import { auditAddress, exactly } from '../../../state/audit-address.ts'
import { badExit, factOf, touchWords } from '../../../state/call-text.ts'
import { useLive } from '../../../state/live/live-store.ts'
import { setTrouble } from '../../../state/ui.ts'
import { Button } from '../../../ui/button.tsx'
import { Exact, ExactBlock } from '../../../ui/text/exact-text.tsx'
import { TierBadge } from '../../../ui/marks/tier-badge.tsx'
import { duration } from '../../../ui/text/time-text.ts'
import css from './call-card.module.css'
import { Ended } from './call-ended.tsx'
import { LiveText } from './live-text.tsx'
import type { Setting } from './setting.ts'
import { strings } from '../strings.ts'

type Item = RunItemOf<'call'>
type Props = { readonly item: Item; readonly setting: Setting }

export function CallCard({ item, setting }: Props) {
  const workspace = useLive((live) => live.app?.workspace.path ?? '')
  const [open, setOpen] = useState(false)
  const bodyId = useId()
  const { state } = item
  const decision = decisionOf(state)
  return (
    <div className={css.wrap}>
      <div
        className={css.card}
        data-state={state.kind === 'ended' ? state.result.status : state.kind}
      >
        <button
          type="button"
          className={css.head}
          aria-expanded={open}
          aria-controls={bodyId}
          onClick={() => setOpen(!open)}
        >
          <ChevronRight size={14} aria-hidden="true" className={css.chevron} />
          <code className={css.tool}>{item.tool}</code>
          {item.by === 'person' ? <span className={css.by}>{strings.byYou}</span> : null}
          {item.by === 'instructions' ? (
            <span className={css.by}>{strings.byWorkspace}</span>
          ) : null}
          <code className={css.fact}>
            <Exact
              text={factOf(item.args, decision?.touches ?? [], workspace).replaceAll('\n', ' ⏎ ')}
            />
          </code>
          <span className={css.right}>
            {state.kind === 'ended' && state.result.status !== 'denied' ? (
              <span className={css.time}>{duration(state.result.durationMs)}</span>
            ) : null}
            {decision === null ? null : <TierBadge tier={decision.tier} />}
            <StatusMark state={state} />
          </span>
        </button>
        <div id={bodyId} className={css.body}>
          {open ? <Details item={item} decision={decision} workspace={workspace} /> : null}
          {state.kind === 'running' ? <LiveText callId={item.callId} /> : null}
          {state.kind === 'running' || state.kind === 'deciding' ? (
            <StopCall runId={setting.runId} item={item} />
          ) : null}
          {state.kind === 'ended' ? (
            <Ended runId={setting.runId} tool={item.tool} state={state} slots={setting.slots} />
          ) : null}
        </div>
      </div>
      {state.kind === 'held' ? <Held state={state} setting={setting} /> : null}
    </div>
  )
}

function decisionOf(state: CallState): Decision | null {
  switch (state.kind) {
    case 'deciding':
      return null
    case 'held':
    case 'running':
      return state.decision
    case 'ended':
      return state.result.decision
    default:
      return assertNever(state, 'decisionOf')
  }
}

const icons: Readonly<Record<CallStatus, typeof Check>> = {
  done: Check,
  failed: X,
  denied: Ban,
  cancelled: Ban,
  unknown: CircleHelp,
}

function StatusMark({ state }: { readonly state: CallState }) {
  const exit = state.kind === 'ended' ? badExit(state.result) : null
  const [Icon, word, tone] =
    exit !== null
      ? [TriangleAlert, strings.exitWord(exit), 'exit']
      : state.kind === 'ended'
        ? [icons[state.result.status], strings.statuses[state.result.status], state.result.status]
        : state.kind === 'held'
          ? [Hand, strings.held, 'held']
          : [LoaderCircle, state.kind === 'running' ? strings.running : strings.deciding, 'busy']
  return (
    <span className={css.status} data-tone={tone}>
      <Icon size={14} aria-hidden="true" />
      {word}
    </span>
  )
}

function Details({
  item,
  decision,
  workspace,
}: {
  readonly item: Item
  readonly decision: Decision | null
  readonly workspace: string
}) {
  return (
    <div className={css.details}>
      <div className={css.part}>
        <p>{strings.arguments}</p>
        <ExactBlock
          text={typeof item.args === 'string' ? item.args : JSON.stringify(item.args, null, 2)}
          label={strings.arguments}
        />
      </div>
      {decision === null ? null : (
        <ul className={css.reasons}>
          {decision.reasons.map((reason) => (
            <li key={`${reason.code} ${reason.text}`}>
              <Exact text={reason.text} />
            </li>
          ))}
        </ul>
      )}
      {decision === null || decision.touches.length === 0 ? null : (
        <ul className={css.touches}>
          {decision.touches.map((touch) => {
            const words = touchWords(touch, workspace)
            return (
              <li key={JSON.stringify(touch)}>
                <span>{words.verb}</span>{' '}
                <code>
                  <Exact text={words.what} />
                </code>{' '}
                <span>{words.note}</span>
              </li>
            )
          })}
        </ul>
      )}
      <Link href={auditAddress(exactly('call', item.callId))} className={css.audit}>
        {strings.inAudit}
      </Link>
    </div>
  )
}

/** Ends this call alone; the agent is told, and goes on. A held call is ended by its answer. */
function StopCall({ runId, item }: { readonly runId: RunId; readonly item: Item }) {
  const bridge = useBridge()
  const [asked, setAsked] = useState(false)
  const stop = async (): Promise<void> => {
    setAsked(true)
    const result = await bridge.call('runs.stop-call', { id: runId, callId: item.callId })
    if (result.ok) return
    setAsked(false)
    setTrouble(result.error)
  }
  return (
    <div className={css.stop}>
      <Button
        tone="quiet"
        size="small"
        disabled={asked}
        focusableWhenDisabled
        icon={<Square size={12} aria-hidden="true" />}
        onClick={() => void stop()}
      >
        {asked ? strings.stoppingCall : strings.stopCall}
      </Button>
    </div>
  )
}

function Held({
  state,
  setting,
}: {
  readonly state: Extract<CallState, { kind: 'held' }>
  readonly setting: Setting
}) {
  const approval = useLive((live) => live.open?.get(state.approvalId) ?? null)
  return approval === null ? null : setting.slots.approval(approval)
}
