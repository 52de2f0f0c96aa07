import type { ToolTable, ToolTablePatch } from '../../contract/call/tool-table.ts'

/** The table of tools with a change put in, as the configuration would say it. */
export function changedTable(table: ToolTable, { usual, view }: ToolTablePatch): ToolTable {
  const others = Object.fromEntries(
    Object.entries(table.views).filter(([name]) => name !== view?.name),
  )
  const views =
    view === undefined
      ? table.views
      : view.view === null
        ? others
        : { ...others, [view.name]: view.view }
  return { usual: usual ?? table.usual, views }
}
