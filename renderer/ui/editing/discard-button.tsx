// Throws away what was written, on the second press.
import { useState } from 'react'
import { Button } from '../button.tsx'
import { strings } from '../strings.ts'

const words = strings.editing

export function DiscardButton({ onDiscard }: { onDiscard(): void }) {
  const [sure, setSure] = useState(false)
  return (
    <Button
      size="small"
      onBlur={() => setSure(false)}
      onClick={() => {
        if (sure) onDiscard()
        setSure(!sure)
      }}
    >
      {sure ? words.discardSure : words.discard}
    </Button>
  )
}
