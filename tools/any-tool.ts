// A list forgets each tool's own argument type. That is safe because arguments reach a tool only
// through its own schema.
import type { z } from 'zod'
import type { AnyTool, Tool } from '../contract/call/tool.ts'
import type { Need } from '../contract/call/touch.ts'

export const anyTool = <S extends z.ZodType, N extends Need>(tool: Tool<S, N>): AnyTool =>
  tool as unknown as AnyTool
