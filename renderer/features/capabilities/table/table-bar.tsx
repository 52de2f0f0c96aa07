// Above the table: how many, words to find, filters that combine, grouping, columns, saved views.
import { clsx } from 'clsx'
import { X } from 'lucide-react'
import { useDeferredValue, useMemo } from 'react'
import { Button } from '../../../ui/button.tsx'
import { MultiPick } from '../../../ui/picks/multi-pick.tsx'
import { Pick } from '../../../ui/picks/pick.tsx'
import { SearchField } from '../../../ui/search-field.tsx'
import table from '../../../ui/lists/table.module.css'
import { columnIds, columnsOf, narrowingsOf, NO_GROUP } from './arrange.ts'
import css from './bar.module.css'
import { facetChoices, type FacetId, facetIds, facetWord, groupings } from './facets.ts'
import { strings } from '../strings.ts'
import type { ToolRow } from '../tool-row.ts'
import type { Views } from './use-view.ts'
import { ViewsMenu } from './views-menu.tsx'

type Props = {
  readonly rows: readonly ToolRow[] | null
  readonly shown: number
  readonly views: Views
  /** By which the rows are together now, chosen or not. */
  readonly group: FacetId | null
}

export function TableBar({ rows, shown, views, group }: Props) {
  const { view, change } = views
  const { filters } = view
  // How many there are of each is looked at when the rows are on the screen: nobody opens a list
  // before that.
  const counted = useDeferredValue(rows ?? none, none)
  const facets = useMemo(
    () =>
      facetIds.map((facet) => <FacetPick key={facet} facet={facet} rows={counted} views={views} />),
    // `change` knows the latest view by itself.
    // oxlint-disable-next-line react/exhaustive-deps
    [counted, filters],
  )
  const { columns } = view
  // Not drawn again for every letter beside them.
  const arranging = useMemo(
    () => (
      <>
        <Pick
          label={strings.group}
          value={group ?? NO_GROUP}
          neutral={NO_GROUP}
          choices={groupChoices}
          onChange={(next) => change({ group: next })}
        />
        <MultiPick
          label={strings.columnsPick}
          words={strings.columnsPick}
          value={columnsOf({ columns })}
          active={columns.length > 0}
          choices={columnChoices}
          onChange={(next) => change({ columns: [...next] })}
        />
      </>
    ),
    // oxlint-disable-next-line react/exhaustive-deps
    [group, columns],
  )
  return (
    <>
      <div className={clsx(table.bar, css.bar)}>
        <h1>{strings.title}</h1>
        <span className={table.quiet} role="status">
          {rows === null ? strings.reading : strings.total(rows.length, shown)}
        </span>
        <span className={table.space} />
        <SearchField
          label={strings.filter}
          placeholder={strings.filterPlaceholder}
          value={view.text}
          onChange={(text) => change({ text })}
        />
        {arranging}
        <ViewsMenu views={views} />
      </div>
      <div className={css.filters} role="group" aria-label={strings.filters}>
        {facets}
        {narrowingsOf(view).length === 0 ? null : (
          <Button
            tone="quiet"
            size="small"
            icon={<X size={13} aria-hidden="true" />}
            onClick={() => change({ text: '', filters: {} })}
          >
            {strings.clear}
          </Button>
        )}
      </div>
    </>
  )
}

const groupChoices = [
  { value: NO_GROUP, label: strings.noGroup },
  ...groupings.map((facet) => ({
    value: facet as string,
    label: strings.groupBy[facet as keyof typeof strings.groupBy],
  })),
]
const columnChoices = columnIds.map((id) => ({
  value: id,
  label: strings.columns[id],
  fixed: id === 'name',
}))
const none: readonly ToolRow[] = []
const nothing: readonly string[] = []

function FacetPick({
  facet,
  rows,
  views,
}: {
  readonly facet: FacetId
  readonly rows: readonly ToolRow[]
  readonly views: Views
}) {
  const { view, change } = views
  const chosen = view.filters[facet] ?? nothing
  const choices = useMemo(() => {
    const there = facetChoices(rows, facet)
    const gone = chosen
      .filter((value) => !there.some((each) => each.value === value))
      .map((value) => ({ value, tools: 0 }))
    return [...there, ...gone].map(({ value, tools }) => ({
      value,
      label: strings.choice(facetWord(facet, value), tools),
    }))
  }, [rows, facet, chosen])
  const name = strings.facets[facet]
  const words =
    chosen.length === 0
      ? name
      : chosen.length > 2
        ? strings.facetMany(name, chosen.length)
        : strings.facetChosen(name, chosen.map((value) => facetWord(facet, value)).join(', '))
  return (
    <MultiPick
      label={name}
      words={words}
      value={chosen}
      active={chosen.length > 0}
      choices={choices}
      onChange={(values) => change({ filters: { ...view.filters, [facet]: [...values] } })}
    />
  )
}
