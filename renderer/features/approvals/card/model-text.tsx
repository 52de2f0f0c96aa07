// What the model wrote just before the call: folded, and labelled as what it is. A claim, never a
// fact of the card.
import { useState } from 'react'
import type { Approval } from '../../../../contract/approval/approval.ts'
import type { CallId, RunId } from '../../../../contract/ids.ts'
import type { RunItem } from '../../../../contract/agent/run.ts'
import { useBridge } from '../../../bridge/bridge-context.ts'
import { useRead } from '../../../state/use-read.ts'
import { Exact } from '../../../ui/text/exact-text.tsx'
import { TroubleText } from '../../../ui/panel.tsx'
import css from './approval-card.module.css'
import { strings } from '../strings.ts'

/** The words of the same turn, right before this call; null where there are none. Pure. */
export function wordsBefore(items: readonly RunItem[], callId: CallId): string | null {
  const at = items.findIndex((item) => item.kind === 'call' && item.callId === callId)
  for (let before = at - 1; before >= 0; before -= 1) {
    const item = items[before]
    // Calls of one turn are side by side; a person's message ends it.
    if (item?.kind === 'call') continue
    return item?.kind === 'assistant' && item.text.trim() !== '' ? item.text : null
  }
  return null
}

export function ModelWords({ approval }: { readonly approval: Approval }) {
  const [open, setOpen] = useState(false)
  if (approval.runId === null) return null
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        {strings.modelSays} <i>({strings.modelSaysAside})</i>
      </summary>
      {open ? <Words runId={approval.runId} callId={approval.callId} /> : null}
    </details>
  )
}

function Words({ runId, callId }: { readonly runId: RunId; readonly callId: CallId }) {
  const { value, error } = useRead(useBridge(), 'runs.get', { id: runId })
  if (error !== null)
    return (
      <p className={css.bad}>
        <TroubleText {...error} />
      </p>
    )
  const text = value === null ? null : wordsBefore(value.items, callId)
  return (
    <p className={css.modelSays}>
      {value === null ? '' : text === null ? strings.modelSaysNothing : <Exact text={text} prose />}
    </p>
  )
}
