// Which agent it is, how its text is, and the way back.
import { ArrowLeft } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'wouter'
import { Button } from '../../../ui/button.tsx'
import css from '../own-agents.module.css'
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
  const [sure, setSure] = useState(false)
  return (
    <header className={css.editHead}>
      <Link href={LIST} className={css.back}>
        <ArrowLeft size={14} aria-hidden="true" /> {words.back}
      </Link>
      <div className={css.editLine}>
        <h2 className={css.editTitle}>{title}</h2>
        <span role="status" className={css.state} data-tone={broken ? 'bad' : undefined}>
          {state}
        </span>
        <span className={css.acts}>
          {dirty ? (
            <Button
              size="small"
              onBlur={() => setSure(false)}
              onClick={() => {
                if (sure) onRevert()
                setSure(!sure)
              }}
            >
              {sure ? words.revertSure : words.revert}
            </Button>
          ) : null}
          {children}
        </span>
      </div>
    </header>
  )
}
