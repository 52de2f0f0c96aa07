// A tool that deletes one record by its id. There is no undo, so a person is asked each time.
import { z } from 'zod'
import { defineTool } from '../../contract/call/tool.ts'
import type { RecordKind } from '../../contract/record/record.ts'
import { recordText } from '../../contract/record/record-text.ts'
import { changeOutput } from './change-output.ts'
import { recordId } from './fields.ts'
import { writingManifest } from './record-manifest.ts'

/** @param argument what the id is called: `decision_id`. */
export const deletingTool = <A extends string>(
  of: RecordKind,
  argument: A,
  { id, name, title }: { readonly id: string; readonly name: string; readonly title: string },
) => {
  const input = z.strictObject({
    [argument]: recordId.describe(`The ${recordText(of)}, as lists give it.`),
  } as Record<A, typeof recordId>)
  const idIn = (given: z.output<typeof input>): number =>
    (given as Readonly<Record<string, number>>)[argument] ?? 0
  return defineTool({
    manifest: writingManifest({
      id,
      name,
      title,
      category: 'memory',
      riskTier: 'R3',
      subagentAccess: 'denied',
      description: `Delete a ${recordText(of)} for good.`,
    }),
    requiredPowers: ['record'],
    input,
    action: () => null,
    touches: (given) => [{ kind: 'record', of, access: 'delete', id: idIn(given) }],
    execute: async (given, { power }) =>
      changeOutput('Deleted', await power.record.remove(of, idIn(given))),
  })
}
