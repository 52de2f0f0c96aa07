// The search of Settings, and its parts by name. Enter in the search leads to the first part it
// found.
import { type KeyboardEvent, useRef } from 'react'
import { Link } from 'wouter'
import { SearchField } from '../../ui/search-field.tsx'
import css from './settings-nav.module.css'
import { strings } from './strings.ts'
import { type Topic, topicsWith } from './topics.ts'

type Props = {
  readonly typed: string
  readonly topics: readonly Topic[]
  readonly part: string | null
  onType(text: string): void
  onGo(path: string): void
}

export function SettingsNav({ typed, topics, part, onType, onGo }: Props) {
  const field = useRef<HTMLDivElement>(null)
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && typed !== '') {
      event.preventDefault()
      return onType('')
    }
    // Of what is typed now, which may not be drawn yet.
    const [first] =
      event.target instanceof HTMLInputElement ? topicsWith(event.target.value) : topics
    if (event.key === 'Enter' && first !== undefined) onGo(`/settings/${first.id}`)
    if (event.key === 'ArrowDown') {
      event.preventDefault()
      field.current?.parentElement?.querySelector<HTMLElement>('nav a')?.focus()
    }
  }
  return (
    <div className={css.side}>
      {/* The keys come from the field inside. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div ref={field} onKeyDown={onKeyDown}>
        <SearchField
          label={strings.topics.search}
          placeholder={strings.topics.search}
          value={typed}
          onChange={onType}
        />
      </div>
      <p role="status" className={css.count}>
        {typed.trim() === '' ? '' : strings.topics.found(topics.length)}
      </p>
      <nav aria-label={strings.topics.nav}>
        <ul className={css.list}>
          {topics.map(({ id, title }) => (
            <li key={id}>
              <Link
                href={`/settings/${id}`}
                className={css.link}
                aria-current={part === id ? 'true' : undefined}
              >
                {title}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  )
}
