// Which arguments go with which action. One flat object, so that every model can write it; what an
// action needs and takes is a table, checked before anything is decided.
import type { z } from 'zod'
import type { Action } from '../../contract/call/manifest.ts'

export type ActionRow = {
  readonly readOnly: boolean
  readonly tier?: Action['riskTier']
  readonly needs: readonly string[]
  readonly takes: readonly string[]
}
export type ActionTable = Readonly<Record<string, ActionRow>>

/** It only looks. */
export const reads = (needs: readonly string[], takes: readonly string[] = []): ActionRow => ({
  readOnly: true,
  needs,
  takes,
})

/** Others see or feel it, so it is asked about each time. */
export const changes = (needs: readonly string[], takes: readonly string[] = []): ActionRow => ({
  readOnly: false,
  tier: 'R3',
  needs,
  takes,
})

/** What the manifest declares, from the same table. */
export const declaredActions = (table: ActionTable): Action[] =>
  Object.entries(table).map(([name, { readOnly, tier }]) => ({
    name,
    readOnly,
    ...(tier === undefined ? {} : { riskTier: tier }),
  }))

export const actionNames = <T extends ActionTable>(table: T): [keyof T & string] =>
  Object.keys(table) as [keyof T & string]

/** For `superRefine`: what is missing for the action, and what does not belong to it. */
export const fitsAction =
  (table: ActionTable) =>
  (given: Readonly<Record<string, unknown>>, context: z.RefinementCtx): void => {
    const action = String(given['action'])
    const row = table[action]
    if (row === undefined) return
    const issue = (path: string, message: string): void =>
      context.addIssue({ code: 'custom', path: [path], message })
    for (const name of row.needs)
      if (given[name] === undefined) issue(name, `${action} needs ${name}`)
    for (const name of Object.keys(given))
      if (
        name !== 'action' &&
        given[name] !== undefined &&
        !row.needs.includes(name) &&
        !row.takes.includes(name)
      )
        issue(name, `${name} does not go with ${action}`)
  }

/** One line of plain text: no line break, nothing that hides. */
export const oneLine = (text: string): boolean =>
  // oxlint-disable-next-line no-control-regex -- that is what is looked for
  !/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/.test(text)
