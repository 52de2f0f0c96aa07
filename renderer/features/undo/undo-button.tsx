// Opens the undo of one call. Other features are lent this by the frame.
import { Undo2, X } from 'lucide-react'
import { useState } from 'react'
import type { CallId } from '../../../contract/ids.ts'
import { Button } from '../../ui/button.tsx'
import { Modal } from '../../ui/modal.tsx'
import { strings } from './strings.ts'
import { UndoBody } from './undo-body.tsx'

type Props = {
  readonly callId: CallId
  /** The call is an undo itself. */
  readonly again?: boolean
  readonly quiet?: boolean
}

export function UndoButton({ callId, again = false, quiet = false }: Props) {
  const [open, setOpen] = useState(false)
  // The undo of this undo is looked at in the same dialog.
  const [scanned, setLooked] = useState(callId)
  const show = (next: boolean): void => {
    if (next) setLooked(callId)
    setOpen(next)
  }
  return (
    <>
      <Button
        size="small"
        tone={quiet ? 'quiet' : 'plain'}
        icon={<Undo2 size={14} aria-hidden="true" />}
        onClick={() => show(true)}
      >
        {again ? strings.buttonAgain : strings.button}
      </Button>
      <Modal
        wide
        open={open}
        onOpenChange={show}
        title={strings.title}
        closeLabel={strings.close}
        closeIcon={<X size={16} aria-hidden="true" />}
      >
        <UndoBody key={scanned} callId={scanned} close={() => show(false)} show={setLooked} />
      </Modal>
    </>
  )
}
