// All that agents keep for the person: one kind at a time, searched, corrected and deleted here.
import { useState } from 'react'
import { EntryKind, type StoredEntry } from '../../../contract/record/entry.ts'
import { useBridge } from '../../bridge/bridge-context.ts'
import { useLive } from '../../state/live/live-store.ts'
import { useRead } from '../../state/use-read.ts'
import { Notice, TroubleText } from '../../ui/panel.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { PageHead } from '../../ui/page/page-head.tsx'
import { ScrollPage } from '../../ui/page/scroll-page.tsx'
import { EditDialog } from './edit-dialog.tsx'
import { EntryRow } from './entry-row.tsx'
import { KindTabs } from './kind-tabs.tsx'
import css from './records.module.css'
import { strings } from './strings.ts'
import type { SuggestionPaths } from './suggestion-acts.tsx'

const LIMIT = 200

type Props = {
  readonly kind: string | null
  readonly paths: SuggestionPaths
  onKind(kind: EntryKind): void
}

export function RecordsScreen({ kind: given, paths, onKind }: Props) {
  const kind = EntryKind.safeParse(given).data ?? 'memory'
  const bridge = useBridge()
  const revision = useLive((live) => live.recordsRevision)
  const [search, setSearch] = useState('')
  const [editing, setEditing] = useState<StoredEntry | null>(null)
  const [said, setSaid] = useState('')
  const query = search.trim() === '' ? null : search
  const input = { of: kind, query, limit: LIMIT }
  const { value, error, reload } = useRead(bridge, 'records.list', input, revision)
  const entries = (value ?? []).filter(({ of }) => of === kind)
  const done = (text: string): void => {
    setSaid(text)
    reload()
  }
  return (
    <ScrollPage label={strings.title}>
      <PageHead title={strings.title} text={strings.text} />
      <div className={css.bar}>
        <KindTabs kind={kind} onKind={onKind} />
        <SearchField
          label={strings.search}
          placeholder={strings.searchIn(strings.kinds[kind])}
          value={search}
          onChange={setSearch}
        />
      </div>
      {error === null ? null : (
        <Notice tone="bad" alert>
          <TroubleText {...error} />
        </Notice>
      )}
      {entries.length === 0 ? (
        <p className={css.empty}>
          {value === null
            ? strings.reading
            : query === null
              ? strings.none[kind]
              : strings.noneFound}
        </p>
      ) : (
        <ul className={css.list} aria-label={strings.kinds[kind]}>
          {entries.map((entry) => (
            <EntryRow
              key={`${entry.of} ${entry.id}`}
              entry={entry}
              paths={paths}
              onEdit={() => setEditing(entry)}
              onRemoved={(name) => done(strings.removed(name))}
            />
          ))}
        </ul>
      )}
      {entries.length < LIMIT ? null : <p className={css.hint}>{strings.more(LIMIT)}</p>}
      <p role="status" className={css.hint}>
        {said}
      </p>
      {editing === null ? null : (
        <EditDialog
          entry={editing}
          onClose={() => setEditing(null)}
          onSaved={(name) => done(strings.changed(name))}
        />
      )}
    </ScrollPage>
  )
}
