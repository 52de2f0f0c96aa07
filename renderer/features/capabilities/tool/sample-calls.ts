// Calls of a tool to ask the gate about: one that is as harmless as can be, and one that goes
// further. Pure. Made from the tool's own schema, and never run.
import type { Json } from '../../../../contract/json.ts'
import type { ToolListing } from '../../../../contract/call/manifest.ts'
import { sampleValue } from '../../../ui/schema-form/sample-value.ts'
import { furtherTexts, plainTexts, withNeeded } from './sample-args.ts'
import { shapeOf } from '../../../ui/schema-form/schema-shape.ts'

export type SampleCall = { readonly what: string; readonly args: Json }

export const sampleArgs = ({
  name,
  inputSchema,
}: Pick<ToolListing, 'name' | 'inputSchema'>): Json =>
  withNeeded(name, sampleValue(shapeOf(inputSchema), plainTexts))

export function sampleCalls(tool: ToolListing): readonly SampleCall[] {
  const shape = shapeOf(tool.inputSchema)
  const calls = [plainTexts, furtherTexts].map((words): SampleCall => {
    const args = withNeeded(tool.name, sampleValue(shape, words))
    return { what: `${tool.name}${describe(args)}`, args }
  })
  const [plain, far] = calls
  return plain === undefined || far === undefined || plain.what === far.what
    ? calls.slice(0, 1)
    : [plain, far]
}

/** The first argument that says something. */
function describe(args: Json): string {
  if (typeof args !== 'object' || args === null) return ''
  const first = Object.values(args).find((value) => typeof value === 'string' && value !== '')
  return typeof first === 'string' ? ` ${first}` : ''
}
