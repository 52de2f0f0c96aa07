// Opens all that a call gave, in a dialog. Other features are lent this by the frame.
import { ScrollText, X } from 'lucide-react'
import { useState } from 'react'
import type { CallId, RunId } from '../../../contract/ids.ts'
import { useBridge } from '../../bridge/bridge-context.ts'
import { useRead } from '../../state/use-read.ts'
import { Button } from '../../ui/button.tsx'
import { Modal } from '../../ui/modal.tsx'
import { ResultBody } from './result-body.tsx'
import { strings } from './strings.ts'

type Props = {
  readonly runId: RunId
  readonly callId: CallId
  readonly tool: string
  /** Characters of all of it; null: not known. */
  readonly chars: number | null
}

export function ResultButton({ runId, callId, tool, chars }: Props) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        size="small"
        tone="quiet"
        icon={<ScrollText size={14} aria-hidden="true" />}
        onClick={() => setOpen(true)}
      >
        {chars === null ? strings.open : strings.openChars(chars.toLocaleString('en'))}
      </Button>
      <Modal
        wide
        open={open}
        onOpenChange={setOpen}
        title={strings.title(tool)}
        closeLabel={strings.close}
        closeIcon={<X size={16} aria-hidden="true" />}
      >
        <ResultBody runId={runId} callId={callId} />
      </Modal>
    </>
  )
}

/** Where nobody knows yet whether there is a result: nothing is shown then. */
export function FoundResultButton({ runId, callId }: Pick<Props, 'runId' | 'callId'>) {
  const { value } = useRead(useBridge(), 'runs.result', { id: runId, callId, from: 0, most: 1 })
  return value === null || value.chars === 0 ? null : (
    <ResultButton runId={runId} callId={callId} tool={value.tool} chars={value.chars} />
  )
}
