// The table of tools: what each may do, and whether it can be used here and now.
import { createColumnHelper, createSortedRowModel, rowSortingFeature, tableFeatures, useTable } from '@tanstack/react-table'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { type KeyboardEvent, useMemo, useState } from 'react'
import type { ToolListing } from '../../../contract/manifest.ts'
import { useBridge } from '../../bridge/bridge-context.ts'
import { useLive } from '../../state/live-store.ts'
import { useRead } from '../../state/use-read.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState, TroubleText } from '../../ui/panel.tsx'
import { Pick } from '../../ui/pick.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import table from '../../ui/table.module.css'
import css from './capabilities-screen.module.css'
import { Actions, Availability, TierRange } from './cells.tsx'
import { ManifestDetail } from './manifest-detail.tsx'
import { strings } from './strings.ts'
import { filterTools, noFilter, sortValue, type ToolFilter } from './tool-filter.ts'

type Props = { readonly selected: string | null; onSelect(name: string | null): void }

const features = tableFeatures({ rowSortingFeature, sortedRowModel: createSortedRowModel() })
const helper = createColumnHelper<typeof features, ToolListing>()
const byValue = (id: Parameters<typeof sortValue>[1]) => (a: { original: ToolListing }, b: { original: ToolListing }) => {
  const [left, right] = [sortValue(a.original, id), sortValue(b.original, id)]
  return left < right ? -1 : left > right ? 1 : 0
}
const { columns: heads } = strings
const columns = helper.columns([
  helper.accessor('name', { header: heads.name, sortFn: byValue('name') }),
  helper.display({ id: 'tier', header: heads.tier, enableSorting: true, sortFn: byValue('tier'), cell: ({ row }) => <TierRange tool={row.original} /> }),
  helper.accessor((tool) => strings.categories[tool.manifest.category], { id: 'category', header: heads.category, sortFn: byValue('category') }),
  helper.accessor((tool) => (tool.manifest.networkOutbound ? strings.yes : strings.no), { id: 'outbound', header: heads.outbound, sortFn: byValue('outbound') }),
  helper.accessor((tool) => strings.subagents[tool.manifest.subagentAccess], { id: 'subagents', header: heads.subagents, sortFn: byValue('subagents') }),
  helper.accessor((tool) => tool.manifest.actions.length, { id: 'actions', header: heads.actions, sortFn: byValue('actions'), cell: ({ row }) => <Actions tool={row.original} /> }),
  helper.accessor('source', { header: heads.source, sortFn: byValue('source') }),
  helper.accessor((tool) => strings.effects[tool.manifest.defaultPolicy.effect], { id: 'fallback', header: heads.fallback, sortFn: byValue('fallback') }),
  helper.accessor((tool) => tool.available, { id: 'state', header: heads.state, sortFn: byValue('state'), cell: ({ row }) => <Availability tool={row.original} /> }),
]) // prettier-ignore

export function CapabilitiesScreen({ selected, onSelect }: Props) {
  const bridge = useBridge()
  // Anything that changes which tools can be used comes with a new snapshot of the app.
  const guard = useLive((live) => JSON.stringify([live.app?.guard, live.app?.workspace, live.app?.sandbox]))
  const read = useRead(bridge, 'tools.list', {}, guard)
  const [filter, setFilter] = useState<ToolFilter>(noFilter)
  const tools = useMemo(() => read.value ?? [], [read.value])
  const shown = useMemo(() => filterTools(tools, filter), [tools, filter])
  const chosen = tools.find(({ name }) => name === selected) ?? null
  const change = (part: Partial<ToolFilter>): void => setFilter((before) => ({ ...before, ...part }))

  return (
    <div className={table.screen} data-detail={chosen !== null}>
      <div className={table.left}>
        <div className={table.bar}>
          <h1>{strings.title}</h1>
          <span className={table.quiet}>{strings.total(tools.length, shown.length)}</span>
          <span className={table.space} />
          <SearchField
            label={strings.filter}
            placeholder={strings.filterPlaceholder}
            value={filter.text}
            onChange={(text) => change({ text })}
          />
          <Pick
            label={strings.outbound}
            value={filter.outbound}
            neutral="all"
            choices={[
              { value: 'all', label: strings.outboundAll },
              { value: 'yes', label: strings.outboundYes },
              { value: 'no', label: strings.outboundNo },
            ]}
            onChange={(outbound) => change({ outbound })}
          />
          <Pick
            label={strings.tier}
            value={filter.tier}
            neutral="all"
            choices={[
              { value: 'all', label: strings.tierAll },
              ...(['R0', 'R1', 'R2', 'R3', 'R4'] as const).map((value) => ({ value, label: value })),
            ]}
            onChange={(tier) => change({ tier })}
          />
        </div>
        {read.error === null ? null : (
          <EmptyState title={strings.title}>
            <TroubleText {...read.error} />
          </EmptyState>
        )}
        {shown.length === 0 && read.value !== null ? (
          <EmptyState title={strings.none}>
            <Button size="small" onClick={() => setFilter(noFilter)}>
              {strings.clear}
            </Button>
          </EmptyState>
        ) : (
          <ToolTable tools={shown} selected={selected} onSelect={onSelect} />
        )}
      </div>
      {chosen === null ? null : <ManifestDetail tool={chosen} onClose={() => onSelect(null)} />}
    </div>
  )
}

function ToolTable({
  tools,
  selected,
  onSelect,
}: {
  readonly tools: readonly ToolListing[]
  readonly selected: string | null
  onSelect(name: string): void
}) {
  const model = useTable({ features, columns, data: tools, initialState: { sorting: [] } })
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={css.scroll} tabIndex={0} role="region" aria-label={strings.title}>
      <table className={css.table}>
        <thead>
          {model.getHeaderGroups().map((group) => (
            <tr key={group.id}>
              {group.headers.map((header) => {
                const sorted = header.column.getIsSorted()
                const name = String(header.column.columnDef.header)
                return (
                  <th key={header.id} scope="col" aria-sort={sorted === false ? 'none' : sorted === 'asc' ? 'ascending' : 'descending'}>
                    <button
                      type="button"
                      className={css.sort}
                      title={strings.sortBy(name)}
                      onClick={header.column.getToggleSortingHandler()}
                    >
                      {name}
                      {sorted === false ? null : sorted === 'asc' ? (
                        <ArrowUp size={12} aria-hidden="true" />
                      ) : (
                        <ArrowDown size={12} aria-hidden="true" />
                      )}
                    </button>
                  </th>
                )
              })}
            </tr>
          ))}
        </thead>
        <tbody>
          {model.getRowModel().rows.map((row) => (
            // The row is a larger target for the mouse; keys use the button in it.
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
            <tr
              key={row.id}
              aria-selected={row.original.name === selected}
              data-hidden={row.original.hiddenByGuard || !row.original.available}
              onClick={() => onSelect(row.original.name)}
            >
              {row.getAllCells().map((cell) =>
                cell.column.id === 'name' ? (
                  <th key={cell.id} scope="row">
                    <button type="button" className={css.open} onKeyDown={moveBetweenRows} onClick={() => onSelect(row.original.name)}>
                      {row.original.name}
                    </button>
                  </th>
                ) : (
                  // A cell is no control; its words come from the column.
                  // oxlint-disable-next-line jsx-a11y/control-has-associated-label
                  <td key={cell.id}>
                    <model.FlexRender cell={cell} />
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Up and down between the names of the tools. */
function moveBetweenRows(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
  const row = event.currentTarget.closest('tr')
  const other = event.key === 'ArrowDown' ? row?.nextElementSibling : row?.previousElementSibling
  other?.querySelector('button')?.focus()
  event.preventDefault()
}
