// The one way an answer leaves the window. Arms after a pause, sends once, and keeps a failure to
// show.
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Approval, ApprovalAnswer, Reply } from '../../../../contract/approval/approval.ts'
import type { Proof } from '../../../../contract/approval/proof.ts'
import type { Failure } from '../../../../contract/failure.ts'
import { assertNever } from '../../../../contract/never.ts'
import { useBridge } from '../../../bridge/bridge-context.ts'
import { typedProof } from '../../../state/typed-proof.ts'
import { isNo } from '../../../state/call-text.ts'
import { useLive } from '../../../state/live/live-store.ts'
import { noteAnswer } from '../../../state/approval-pace.ts'
import { useWhileHere } from '../../../state/use-while-here.ts'
import { armMs } from './use-click-guard.ts'

export type Answering =
  | { readonly kind: 'arming'; readonly error: Failure | null }
  | { readonly kind: 'armed'; readonly error: Failure | null }
  | { readonly kind: 'sending'; readonly answer: ApprovalAnswer }
  | { readonly kind: 'sent'; readonly answer: ApprovalAnswer }
  /** The line to Gatehouse is down: an answer would reach nobody. */
  | { readonly kind: 'offline' }

/**
 * Whether this answer may be given now. Denying never needs anything; an approval needs the call
 * seen whole, and a proof where one is asked for.
 */
export function mayAnswer(
  approval: Approval,
  state: Answering,
  answer: ApprovalAnswer,
  proven = false,
  shown = true,
): boolean {
  switch (state.kind) {
    case 'arming':
    case 'sending':
    case 'sent':
    case 'offline':
      return false
    case 'armed':
      if (approval.state !== 'pending' || !approval.answers.includes(answer)) return false
      // Approved here, and it waits for another person: it can only be denied.
      if (!isNo(answer) && approval.second !== undefined) return false
      // Changes that cannot be written any more can only be thrown away.
      if (!isNo(answer) && (approval.staged?.conflicts.length ?? 0) > 0) return false
      return isNo(answer) || (shown && (!approval.decision.stepUp || proven))
    default:
      return assertNever(state, 'mayAnswer')
  }
}

const OFFLINE: Answering = { kind: 'offline' }

/** Six digits are a one-time code: no passphrase is that short. Null for nothing. */
export const proofOf = (typed: string): Proof | null => (typed === '' ? null : typedProof(typed))

/**
 * `shown`: all of the call has been on the screen. `answered` is called once main has taken the
 * answer, if the card is still there then.
 */
export function useAnswer(approval: Approval, shown: boolean, answered?: (reply: Reply) => void) {
  const bridge = useBridge()
  const offline = useLive((live) => live.connection === 'lost')
  const [state, setState] = useState<Answering>({ kind: 'arming', error: null })
  // Beside the state, because two clicks can come before React has drawn the first.
  const current = useRef<Answering>(state)
  const become = useCallback((next: Answering) => {
    current.current = next
    setState(next)
  }, [])

  const ready = useRef(0)
  const onAnswered = useWhileHere((reply: Reply) => answered?.(reply))

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const arm = (error: Failure | null): void => {
      clearTimeout(timer)
      become({ kind: 'arming', error })
      timer = setTimeout(() => {
        ready.current = Date.now()
        become({ kind: 'armed', error })
      }, armMs)
    }
    arm(null)
    // The click that brings the window to the front may have been meant for what was there.
    const front = (): void => {
      const { current: now } = current
      if (now.kind === 'arming' || now.kind === 'armed') arm(now.error)
    }
    window.addEventListener('focus', front)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('focus', front)
    }
    // A card whose request changed is a new question and arms again.
  }, [approval.id, approval.requestHash, approval.second?.request, become])

  const answer = useCallback(
    (reply: Reply) => {
      const wanted = reply.answer
      if (
        offline ||
        !mayAnswer(approval, current.current, wanted, reply.proof !== undefined, shown)
      )
        return
      become({ kind: 'sending', answer: wanted })
      void bridge.call('approvals.answer', { id: approval.id, ...reply }).then((result) => {
        become(
          result.ok ? { kind: 'sent', answer: wanted } : { kind: 'armed', error: result.error },
        )
        if (!result.ok) return
        noteAnswer(!isNo(wanted), Date.now() - ready.current)
        onAnswered(reply)
      })
    },
    [approval, become, bridge, offline, onAnswered, shown],
  )

  return { state: offline && state.kind !== 'sent' ? OFFLINE : state, answer }
}
