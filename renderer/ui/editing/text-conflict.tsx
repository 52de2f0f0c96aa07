// A file was changed elsewhere while somebody wrote here: both are shown, and neither is lost.
import { FileWarning } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../button.tsx'
import { Notice } from '../panel.tsx'
import { DiffView } from '../text/diff-view.tsx'
import { strings } from '../strings.ts'
import css from './editing.module.css'

const words = strings.editing

type Props = {
  readonly file: string
  readonly mine: string
  onTakeFile(): void
  onKeepMine(): void
}

export function TextConflict({ file, mine, onTakeFile, onKeepMine }: Props) {
  const [both, setBoth] = useState(false)
  return (
    <>
      <Notice
        tone="warn"
        alert
        icon={<FileWarning size={16} aria-hidden="true" />}
        action={
          <span className={css.links}>
            <Button size="small" aria-expanded={both} onClick={() => setBoth(!both)}>
              {both ? words.hideBoth : words.showBoth}
            </Button>
            <Button size="small" onClick={onTakeFile}>
              {words.takeTheirs}
            </Button>
            <Button size="small" onClick={onKeepMine}>
              {words.keepMine}
            </Button>
          </span>
        }
      >
        {words.conflict}
      </Notice>
      {both ? (
        <DiffView before={file} after={mine} label={words.both} sameWords={words.sameLines} />
      ) : null}
    </>
  )
}
