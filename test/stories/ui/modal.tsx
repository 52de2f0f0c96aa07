import { X } from 'lucide-react'
import { Button } from '../../../renderer/ui/button.tsx'
import { Modal } from '../../../renderer/ui/modal.tsx'
import type { Story } from '../story.ts'
import { nothing } from './words.ts'

const close = <X size={16} aria-hidden="true" />
const lines = Array.from({ length: 60 }, (_, index) => `Line ${index + 1} of what is compared.`)

export const modals: readonly Story[] = [
  {
    name: 'ui-modal',
    whole: true,
    height: 420,
    acts: [{ focus: 'Close' }],
    element: () => (
      <>
        <Button>Behind it</Button>
        <Modal
          open
          onOpenChange={nothing}
          title="Undo what this call did"
          closeLabel="Close"
          closeIcon={close}
        >
          <p>The workspace is put back as it was before the call.</p>
        </Modal>
      </>
    ),
  },
  {
    name: 'ui-modal-wide',
    rtl: true,
    whole: true,
    height: 420,
    element: () => (
      <Modal
        open
        wide
        onOpenChange={nothing}
        title="A long title that says all there is to say about what would be changed by it"
        closeLabel="Close"
        closeIcon={close}
      >
        {lines.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </Modal>
    ),
  },
]
