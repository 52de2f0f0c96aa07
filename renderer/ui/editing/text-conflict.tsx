// The file was changed elsewhere while somebody wrote here: both are shown, and neither is lost.
import { FileWarning } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/panel.tsx'
import { DiffView } from '../../../ui/text/diff-view.tsx'
import { strings } from '../strings.ts'
import policyCss from '../policy.module.css'
import css from './editor.module.css'
import { editor as words } from './editor-text.ts'

type Props = {
  readonly file: string
  readonly mine: string
  onTakeFile(): void
  onKeepMine(): void
}

export function EditorConflict({ file, mine, onTakeFile, onKeepMine }: Props) {
  const [both, setBoth] = useState(false)
  return (
    <div className={css.conflict}>
      <Notice
        tone="warn"
        alert
        icon={<FileWarning size={16} aria-hidden="true" />}
        action={
          <span className={policyCss.links}>
            <Button size="small" onClick={() => setBoth(!both)}>
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
        <DiffView before={file} after={mine} label={words.both} sameWords={strings.save.same} />
      ) : null}
    </div>
  )
}
