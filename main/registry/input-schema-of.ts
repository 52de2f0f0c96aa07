// What a tool takes, as models and people are shown it.
import { z } from 'zod'
import type { AnyTool } from '../../contract/call/tool.ts'

/** One from outside brings its own. */
export const inputSchemaOf = ({
  inputSchema,
  input,
}: Pick<AnyTool, 'input' | 'inputSchema'>): Readonly<Record<string, unknown>> =>
  inputSchema ?? z.toJSONSchema(input, { io: 'input' })
