// The table of tools, what each may do and whether it can be used here and now; beside it one of
// them in detail.
import { clsx } from 'clsx'
import { useCallback, useDeferredValue, useMemo, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { EmptyState, Notice, TroubleText } from '../../ui/panel.tsx'
import table from '../../ui/lists/table.module.css'
import { useWidth } from '../../ui/use-width.ts'
import {
  arrange,
  columnsIn,
  filterRows,
  groupedView,
  groupOf,
  type Narrowing,
  narrowingsOf,
  without,
} from './table/arrange.ts'
import css from './tool/detail.module.css'
import { columnsFitting } from './table/columns.tsx'
import { facetWord } from './table/facets.ts'
import { strings } from './strings.ts'
import { TableBar } from './table/table-bar.tsx'
import { ToolDetail } from './tool/tool-detail.tsx'
import type { ToolRow } from './tool-row.ts'
import { ToolTable } from './table/tool-table.tsx'
import { useTools } from './use-tools.ts'
import { useView, type Views } from './table/use-view.ts'

type Props = { readonly selected: string | null; onSelect(name: string | null): void }

const noRows: readonly ToolRow[] = []

export function CapabilitiesScreen({ selected, onSelect }: Props) {
  const { rows, error, reload } = useTools()
  const views = useView()
  const { change } = views
  const view = useMemo(() => groupedView(views.view, rows ?? noRows), [views.view, rows])
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  const [byKey, setByKey] = useState(false)
  // What is typed appears in its field at once; the rows follow when there is time.
  const calm = useDeferredValue(view)
  const items = useMemo(() => arrange(rows ?? noRows, calm, closed), [rows, calm, closed])
  const shown = useMemo(() => filterRows(rows ?? noRows, calm).length, [rows, calm])
  const { sort, columns: wanted } = view
  const facet = groupOf(view)
  const left = useRef<HTMLDivElement>(null)
  const width = useWidth(left)
  const narrow = selected !== null
  const columns = useMemo(() => {
    const all = columnsIn({ columns: wanted }, narrow, facet)
    return width === null || wanted.length > 0 ? all : columnsFitting(all, width)
  }, [wanted, narrow, facet, width])
  const chosen = rows?.find(({ tool }) => tool.name === selected) ?? null

  // Drawn again for what it shows only, not for every letter above it; `change` knows the latest
  // view by itself.
  const list = useMemo(
    () => (
      <ToolTable
        items={items}
        columns={columns}
        sort={sort}
        selected={selected}
        group={facet}
        groupWord={(value) => (facet === null ? value : facetWord(facet, value))}
        onSort={(next) => change({ sort: next })}
        onFold={(value) =>
          setClosed(
            (before) =>
              new Set(
                before.has(value)
                  ? [...before].filter((each) => each !== value)
                  : [...before, value],
              ),
          )
        }
        onSelect={(name, key) => {
          setByKey(key)
          onSelect(name)
        }}
      />
    ),
    // oxlint-disable-next-line react/exhaustive-deps
    [items, columns, sort, selected, facet, onSelect],
  )

  const close = useCallback(() => {
    onSelect(null)
    // Where it was opened from; a row in sight by then, for the one that had the focus is always
    // drawn.
    if (selected !== null)
      requestAnimationFrame(() =>
        document.querySelector<HTMLElement>(`[data-tool="${CSS.escape(selected)}"]`)?.focus(),
      )
  }, [onSelect, selected])

  return (
    <div
      className={clsx(table.screen, css.screen)}
      data-detail={selected !== null && rows !== null}
    >
      <div ref={left} className={table.left}>
        <TableBar rows={rows} shown={shown} views={views} group={facet} />
        {error === null ? null : (
          <div className={css.above}>
            <Notice
              tone="bad"
              alert
              action={
                <Button size="small" onClick={reload}>
                  {strings.again}
                </Button>
              }
            >
              <TroubleText {...error} />
            </Notice>
          </div>
        )}
        {rows !== null && items.length === 0 ? <Nothing rows={rows} views={views} /> : list}
      </div>
      {selected === null || rows === null ? null : (
        <ToolDetail key={selected} name={selected} row={chosen} takeFocus={byKey} onClose={close} />
      )}
    </div>
  )
}

/** Nothing fits: each thing that narrows, with how many there would be without it. */
function Nothing({ rows, views }: { readonly rows: readonly ToolRow[]; readonly views: Views }) {
  const { view, change } = views
  const name = (narrowing: Narrowing): string =>
    narrowing.kind === 'text'
      ? strings.words(view.text.trim())
      : strings.facetChosen(
          strings.facets[narrowing.facet],
          (view.filters[narrowing.facet] ?? [])
            .map((value) => facetWord(narrowing.facet, value))
            .join(', '),
        )
  const ways = narrowingsOf(view)
  return (
    <EmptyState title={strings.none}>
      <div className={css.ways}>
        {ways.length < 2
          ? null
          : ways.map((narrowing) => (
              <Button
                key={name(narrowing)}
                size="small"
                onClick={() => change(without(view, narrowing))}
              >
                {strings.noneWithout(
                  name(narrowing),
                  filterRows(rows, without(view, narrowing)).length,
                )}
              </Button>
            ))}
        <Button size="small" onClick={() => change({ text: '', filters: {} })}>
          {strings.clear}
        </Button>
      </div>
    </EmptyState>
  )
}
