// A built-in tool by its name. Those that hang on no service are read without all the others.
import type { AnyTool } from '../contract/call/tool.ts'
import { toolsAlone } from './tools-alone.ts'

/** As it is where no service is set; null: none has that name. */
export async function findBuiltIn(name: string): Promise<AnyTool | null> {
  if (Object.hasOwn(toolsAlone, name)) return (await toolsAlone[name]?.()) ?? null
  const { catalog } = await import('./catalog.ts')
  return catalog.find(({ manifest }) => manifest.name === name) ?? null
}
