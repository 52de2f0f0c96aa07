import { FileUp } from 'lucide-react'
import { useRef } from 'react'
import { IconButton } from '../../../ui/button.tsx'
import css from './composer.module.css'
import { strings } from '../strings.ts'

/** Chooses files whose text goes into the message. */
export function FileButton({ onTake }: { onTake(files: readonly File[]): void }) {
  const chooser = useRef<HTMLInputElement>(null)
  return (
    <>
      <IconButton
        label={strings.putIn}
        className={css.tool}
        onClick={() => chooser.current?.click()}
      >
        <FileUp size={15} aria-hidden="true" />
      </IconButton>
      <input
        ref={chooser}
        type="file"
        multiple
        hidden
        aria-label={strings.putIn}
        onChange={(event) => {
          onTake([...(event.target.files ?? [])])
          event.target.value = ''
        }}
      />
    </>
  )
}
