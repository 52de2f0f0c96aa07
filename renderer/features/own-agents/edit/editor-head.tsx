// Which agent it is, how its text is, and the way back.
import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { DiscardButton } from '../../../ui/editing/discard-button.tsx'
import css from '../own-agents.module.css'
import agentEditor from './agent-editor.module.css'
import { LIST } from '../paths.ts'
import { strings } from '../strings.ts'

const words = strings.edit

type Props = {
  readonly title: string
  readonly state: string
  readonly broken: boolean
  /** Something can be discarded. */
  readonly dirty: boolean
  readonly children: ReactNode
  onRevert(): void
}

export function EditorHead({ title, state, broken, dirty, children, onRevert }: Props) {
  return (
    <header className={agentEditor.editHead}>
      <Link href={LIST} className={css.back}>
        <ArrowLeft size={14} aria-hidden="true" /> {words.back}
      </Link>
      <div className={agentEditor.editLine}>
        <h2 className={agentEditor.editTitle}>{title}</h2>
        <span role="status" className={agentEditor.state} data-tone={broken ? 'bad' : undefined}>
          {state}
        </span>
        <span className={css.acts}>
          {dirty ? <DiscardButton onDiscard={onRevert} /> : null}
          {children}
        </span>
      </div>
    </header>
  )
}
