// The columns of the table: how wide, and what is in a cell.
import type { ReactNode } from 'react'
import { count } from '../../../ui/text/time-text.ts'
import type { ColumnId } from './arrange.ts'
import { Actions, DefaultWord, StateMark, TierRange, Today } from '../cells.tsx'
import { facetWord } from './facets.ts'
import { strings } from '../strings.ts'
import type { ToolRow } from '../tool-row.ts'

export type Column = {
  readonly id: ColumnId
  readonly label: string
  /** In pixels at the usual size of text. The name takes what is left. */
  readonly width: number
  readonly number?: boolean
  cell(row: ToolRow): ReactNode
}

const number = (id: 'allowed' | 'confirmed' | 'denied'): Column => ({
  id,
  label: strings.columns[id],
  width: 84,
  number: true,
  cell: ({ today }) => count(today[id]),
})

const all: Readonly<Record<ColumnId, Column>> = {
  name: { id: 'name', label: strings.columns.name, width: 156, cell: ({ tool }) => tool.name },
  tier: {
    id: 'tier',
    label: strings.columns.tier,
    width: 110,
    cell: (row) => <TierRange row={row} />,
  },
  category: {
    id: 'category',
    label: strings.columns.category,
    width: 88,
    cell: ({ tool }) => strings.categories[tool.manifest.category],
  },
  outbound: {
    id: 'outbound',
    label: strings.columns.outbound,
    width: 74,
    cell: ({ tool }) => (tool.manifest.networkOutbound ? strings.reachOut : strings.reachIn),
  },
  subagents: {
    id: 'subagents',
    label: strings.columns.subagents,
    width: 98,
    cell: ({ tool }) => {
      const { subagentAccess } = tool.manifest
      return (
        <span title={strings.whySubagents[subagentAccess]}>
          {strings.subagents[subagentAccess]}
        </span>
      )
    },
  },
  actions: {
    id: 'actions',
    label: strings.columns.actions,
    width: 124,
    cell: ({ tool }) => <Actions tool={tool} />,
  },
  source: {
    id: 'source',
    label: strings.columns.source,
    width: 78,
    cell: ({ tool }) => facetWord('source', tool.source),
  },
  trust: {
    id: 'trust',
    label: strings.columns.trust,
    width: 88,
    cell: ({ tool }) => strings.trusts[tool.trust ?? 'own'],
  },
  fallback: {
    id: 'fallback',
    label: strings.columns.fallback,
    width: 74,
    cell: ({ tool }) => <DefaultWord tool={tool} />,
  },
  today: {
    id: 'today',
    label: strings.columns.today,
    width: 90,
    cell: (row) => <Today row={row} />,
  },
  allowed: number('allowed'),
  confirmed: number('confirmed'),
  denied: number('denied'),
  state: {
    id: 'state',
    label: strings.columns.state,
    width: 106,
    cell: (row) => <StateMark row={row} />,
  },
}

export const columnOf = (id: ColumnId): Column => all[id]

/** What can be read in the details of a tool, in the order in which it gives way. */
const givesWay: readonly ColumnId[] = ['trust', 'source', 'actions', 'subagents', 'category']

const widthOf = (ids: readonly ColumnId[]): number =>
  ids.reduce((sum, id) => sum + columnOf(id).width, 0) / 16

/** Those for which there is space beside each other, as far as others can give way. */
export const columnsFitting = (ids: readonly ColumnId[], rem: number): readonly ColumnId[] =>
  givesWay.reduce<readonly ColumnId[]>(
    (left, id) => (widthOf(left) <= rem ? left : left.filter((each) => each !== id)),
    ids,
  )
