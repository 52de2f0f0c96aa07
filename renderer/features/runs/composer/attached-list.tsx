import { Paperclip, X } from 'lucide-react'
import { IconButton } from '../../../ui/button.tsx'
import { Exact } from '../../../ui/text/exact-text.tsx'
import css from './composer.module.css'
import { strings } from '../strings.ts'

/** Files that will go with a message, by path. */
export function AttachedList({
  paths,
  onRemove,
}: {
  readonly paths: readonly string[]
  onRemove(path: string): void
}) {
  if (paths.length === 0) return null
  return (
    <ul className={css.attached} aria-label={strings.attached}>
      {paths.map((path) => (
        <li key={path}>
          <Paperclip size={12} aria-hidden="true" />
          <code>
            <Exact text={path} />
          </code>
          <IconButton
            label={strings.detach(path)}
            className={css.detach}
            onClick={() => onRemove(path)}
          >
            <X size={12} aria-hidden="true" />
          </IconButton>
        </li>
      ))}
    </ul>
  )
}
