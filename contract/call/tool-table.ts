// The saved views of the table of tools, stored with the other settings so that every window has them.
import { z } from 'zod'

const name = z.string().min(1).max(40)

/** Names are those of the screen; one it does not know is left out by it, never an error. */
export const ToolView = z.strictObject({
  /** Words that have to be found. */
  text: z.string().max(200).default(''),
  /**
   * What is let through, by what is looked at: `{tier: [R3, R4]}`. Nothing named lets everything
   * through.
   */
  filters: z.record(name, z.array(name).max(100)).default({}),
  group: name.nullable().default(null),
  sort: z
    .strictObject({ column: name, down: z.boolean().default(false) })
    .nullable()
    .default(null),
  /** Empty: the usual ones. */
  columns: z.array(name).max(32).default([]),
})
export type ToolView = z.infer<typeof ToolView>

export const ToolTable = z.strictObject({
  /**
   * The table as it is when the screen is opened: columns, grouping and order, without filters.
   */
  usual: ToolView.prefault({}).describe('The table when the screen opens.'),
  /** By the name that the person gave. */
  views: z.record(name, ToolView).default({}).describe('Saved views by name.'),
})
export type ToolTable = z.infer<typeof ToolTable>

/** One view put in, or taken out by null; `usual` put in the place of what was. */
export const ToolTablePatch = z.strictObject({
  usual: ToolView.optional(),
  view: z.strictObject({ name, view: ToolView.nullable() }).optional(),
})
export type ToolTablePatch = z.infer<typeof ToolTablePatch>
