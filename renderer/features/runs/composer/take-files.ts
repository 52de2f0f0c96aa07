// Files that are put into a message: chosen, pasted or dropped.
import type { ClipboardEvent, DragEvent } from 'react'
import { setDraft, useUi } from '../../../state/ui.ts'
import { strings } from '../strings.ts'
import { putIn } from './put-in.ts'
import type { Trouble } from './use-send.ts'

type Deps = {
  readonly draftKey: string
  /** The message is a tool call by hand, into which no file goes. */
  readonly manual: boolean
  /** What could not be put in; null when all was. */
  say(trouble: Trouble | null): void
  /** It is in the field. */
  onTaken(): void
}

type TakeFiles = {
  take(files: readonly File[]): Promise<void>
  onPaste(event: ClipboardEvent): void
  onDrop(event: DragEvent): void
}

export function takeFiles({ draftKey, manual, say, onTaken }: Deps): TakeFiles {
  /** Each file that is text goes in below what is written; of the others is said why not. */
  async function take(files: readonly File[]): Promise<void> {
    const read = await Promise.all(files.map(putIn))
    const texts = read.flatMap((each) => (each.ok ? [each.text] : []))
    const troubles = read.flatMap((each) => (each.ok ? [] : [each.why]))
    say(troubles.length === 0 ? null : { text: troubles.join(' '), hint: strings.fileHint })
    const before = useUi.getState().drafts[draftKey] ?? ''
    if (texts.length > 0)
      setDraft(draftKey, [before.trimEnd(), ...texts].filter(Boolean).join('\n\n'))
    onTaken()
  }
  return {
    take,
    onPaste: (event) => {
      const files = [...event.clipboardData.files]
      if (files.length === 0 || manual) return
      event.preventDefault()
      void take(files)
    },
    onDrop: (event) => {
      const files = [...event.dataTransfer.files]
      if (files.length === 0) return
      event.preventDefault()
      if (manual) say({ text: strings.fileManual, hint: '' })
      else void take(files)
    },
  }
}
