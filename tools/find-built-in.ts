// A built-in tool by its name, read without all the others, whose schemas take longer to make than the rest of
// a question about one.
import type { AnyTool } from '../contract/call/tool.ts'
import type { Services } from '../contract/policy/config/services.ts'
import { toolLoaders } from './tool-loaders.ts'

/** With its service as it is set up; null: none has that name. */
export const findBuiltIn = async (name: string, services: Services): Promise<AnyTool | null> =>
  Object.hasOwn(toolLoaders, name) ? ((await toolLoaders[name]?.(services)) ?? null) : null
