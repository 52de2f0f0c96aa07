// The pages beside the list that are of no server yet: to add one, to export them, to write a plugin.
import { useEffect, useRef } from 'react'
import { assertNever } from '../../../contract/never.ts'
import { AddPage } from './add/add-page.tsx'
import { LinkPage } from './add/link-page.tsx'
import { ExportPage } from './export-page.tsx'
import type { PageLocation } from './location.ts'
import { DraftPage } from './plugins/draft-page.tsx'
import { pluginStrings } from './plugins/plugin-strings.ts'
import css from './servers-screen.module.css'
import { strings } from './strings.ts'

type Props = {
  readonly location: PageLocation
  /** Of the servers there are. */
  readonly names: readonly string[]
  onGo(path: string): void
  onAdded(name: string): void
  /** A plugin was written; `key` is its own. */
  onWritten(key: string): void
}

/** A page that a person went to begins at its top, and says so to a screen reader. */
export function ServerPage(props: Props) {
  const pane = useRef<HTMLDivElement>(null)
  const { kind } = props.location
  useEffect(() => {
    pane.current?.querySelector<HTMLElement>('h2')?.focus()
  }, [kind])
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reachable by keys
    <div
      ref={pane}
      className={css.pane}
      tabIndex={0}
      role="region"
      aria-label={kind === 'new-plugin' ? pluginStrings.draft.title : strings.addTitle}
    >
      <div className={css.page}>{contentOf(props)}</div>
    </div>
  )
}

function contentOf({ location, names, onGo, onAdded, onWritten }: Props) {
  switch (location.kind) {
    case 'add':
      return <AddPage way={location.way} taken={names} onGo={onGo} added={onAdded} />
    case 'link':
      return (
        <LinkPage
          link={location.link}
          taken={names}
          added={onAdded}
          leave={() => onGo('/servers')}
        />
      )
    case 'new-plugin':
      return <DraftPage written={onWritten} />
    case 'export':
      return <ExportPage names={names} />
    default:
      return assertNever(location, 'ServerPage')
  }
}
