// Which rows the table shows, and in what order: filtered, sorted, grouped. Pure.
import type { ToolView } from '../../../../contract/call/tool-table.ts'
import { strictness } from '../../../../contract/policy/strictness.ts'
import { riskOf } from '../../../state/tier-order.ts'
import { compareValues, type FacetId, facetIds, groupings, valuesOf } from './facets.ts'
import { callsOf, defaultOf, type ToolRow } from '../tool-row.ts'

export const noView: ToolView = { text: '', filters: {}, group: null, sort: null, columns: [] }

export type ColumnId =
  | 'name'
  | 'tier'
  | 'category'
  | 'outbound'
  | 'subagents'
  | 'actions'
  | 'source'
  | 'trust'
  | 'fallback'
  | 'today'
  | 'allowed'
  | 'confirmed'
  | 'denied'
  | 'state'
export const columnIds: readonly ColumnId[] = [
  'name',
  'tier',
  'category',
  'outbound',
  'subagents',
  'actions',
  'source',
  'trust',
  'fallback',
  'today',
  'allowed',
  'confirmed',
  'denied',
  'state',
]
/** Today's figures are together in one column unless each is asked for. */
export const usualColumns = columnIds.filter(
  (id) => id !== 'allowed' && id !== 'confirmed' && id !== 'denied',
)

/** Columns of a view that there are, in the order of the table; the name is always one. */
export const columnsOf = ({ columns }: Pick<ToolView, 'columns'>): readonly ColumnId[] => {
  const chosen = columnIds.filter((id) => id === 'name' || columns.includes(id))
  return columns.length === 0 ? usualColumns : chosen
}

/** What a person chose who wants no groups, which is something else than nothing chosen. */
export const NO_GROUP = 'none'

export const groupOf = ({ group }: ToolView): FacetId | null =>
  groupings.find((facet) => facet === group) ?? null

/** With tools of a server in it, the table is by server unless a person chose otherwise. */
export const groupedView = (view: ToolView, rows: readonly ToolRow[]): ToolView =>
  view.group === null && rows.some(({ tool }) => tool.source.startsWith('mcp:'))
    ? { ...view, group: 'source' }
    : view

/** Beside a tool in detail, what can be read there gives way, and what is in the group. */
const beside: readonly ColumnId[] = ['category', 'subagents', 'actions', 'source', 'trust']

/** A source has one trust, which is on its own screen. */
const saidBy = (group: FacetId | null): readonly string[] =>
  group === 'source' ? ['source', 'trust'] : group === null ? [] : [group]

/**
 * `narrow`: a tool is shown in detail. What the headings of the groups say has no column. Columns that
 * a person chose stay.
 */
export const columnsIn = (
  { columns }: Pick<ToolView, 'columns'>,
  narrow: boolean,
  group: FacetId | null,
): readonly ColumnId[] =>
  columns.length === 0
    ? usualColumns.filter((id) => !saidBy(group).includes(id) && !(narrow && beside.includes(id)))
    : columnsOf({ columns })

/** Under the name of its server a tool needs no prefix. */
export const nameIn = (tool: ToolRow['tool'], group: FacetId | null): string => {
  const prefix = tool.source.startsWith('mcp:') ? `${tool.source.slice('mcp:'.length)}__` : ''
  return group === 'source' && prefix !== '' && tool.name.startsWith(prefix)
    ? tool.name.slice(prefix.length)
    : tool.name
}

/** One thing that a view leaves tools out by. */
export type Narrowing =
  | { readonly kind: 'text' }
  | { readonly kind: 'facet'; readonly facet: FacetId }

export const narrowingsOf = ({ text, filters }: ToolView): readonly Narrowing[] => [
  ...(text.trim() === '' ? [] : [{ kind: 'text' } as const]),
  ...facetIds
    .filter((facet) => (filters[facet] ?? []).length > 0)
    .map((facet) => ({ kind: 'facet', facet }) as const),
]

export function without(view: ToolView, narrowing: Narrowing): ToolView {
  if (narrowing.kind === 'text') return { ...view, text: '' }
  const { [narrowing.facet]: _gone, ...filters } = view.filters
  return { ...view, filters }
}

/** Every word has to be found, and of each filter one value has to fit. */
export function filterRows(
  rows: readonly ToolRow[],
  { text, filters }: ToolView,
): readonly ToolRow[] {
  const words = text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
  const wanted = facetIds.flatMap((facet) => {
    const values = filters[facet] ?? []
    return values.length === 0 ? [] : [{ facet, values }]
  })
  if (words.length === 0 && wanted.length === 0) return rows
  return rows.filter(
    (row) =>
      words.every((word) => row.text.includes(word)) &&
      wanted.every(({ facet, values }) =>
        valuesOf(row, facet).some((value) => values.includes(value)),
      ),
  )
}

export type Item =
  | {
      readonly kind: 'group'
      readonly value: string
      readonly tools: number
      readonly open: boolean
    }
  | { readonly kind: 'tool'; readonly row: ToolRow }

/** @param closed values of groups that are folded in. */
export function arrange(
  rows: readonly ToolRow[],
  view: ToolView,
  closed: ReadonlySet<string>,
): readonly Item[] {
  const sorted = sortRows(filterRows(rows, view), view)
  const facet = groupOf(view)
  if (facet === null) return sorted.map((row) => ({ kind: 'tool', row }))
  // A tool appears once: by its base tier where it has several.
  const byValue = Map.groupBy(sorted, (row) =>
    facet === 'tier' ? row.tool.manifest.riskTier : (valuesOf(row, facet)[0] ?? ''),
  )
  return [...byValue]
    .sort(([a], [b]) => compareValues(facet, a, b))
    .flatMap(([value, of]): readonly Item[] => {
      const open = !closed.has(value)
      return [
        { kind: 'group', value, tools: of.length, open },
        ...(open ? of.map((row): Item => ({ kind: 'tool', row })) : []),
      ]
    })
}

function sortRows(rows: readonly ToolRow[], { sort }: ToolView): readonly ToolRow[] {
  const column = columnIds.find((id) => id === sort?.column)
  if (sort === null || column === undefined) return rows
  const sign = sort.down ? -1 : 1
  return rows
    .map((row) => ({ row, value: sortValue(row, column) }))
    .sort((a, b) => sign * compare(a.value, b.value) || compare(a.row.tool.name, b.row.tool.name))
    .map(({ row }) => row)
}

const compare = (a: string | number, b: string | number): number => (a < b ? -1 : a > b ? 1 : 0)

/** What a column sorts by: risk and strictness by rank, not by the alphabet. */
export function sortValue(row: ToolRow, column: ColumnId): string | number {
  const { tool, today } = row
  const { manifest } = tool
  switch (column) {
    case 'name':
      return tool.name
    case 'tier':
      return riskOf(manifest.riskTier)
    case 'category':
      return manifest.category
    case 'outbound':
      return manifest.networkOutbound ? 1 : 0
    case 'subagents':
      return { full: 0, readOnly: 1, denied: 2 }[manifest.subagentAccess]
    case 'actions':
      return manifest.actions.length
    case 'source':
      return tool.source
    case 'trust':
      return { own: 0, local: 1, verified: 2, community: 3 }[tool.trust ?? 'own']
    case 'fallback':
      return strictness[defaultOf(tool)]
    case 'today':
      return callsOf(row)
    case 'allowed':
    case 'confirmed':
    case 'denied':
      return today[column]
    case 'state':
      return [
        'ready',
        'changed',
        'new',
        'refused',
        'gone',
        'off',
        'guard',
        'preset',
        'missing',
      ].indexOf(row.state)
  }
}
