// A tool reduced to some of its actions: in its schema, in its description, in its arguments, and once
// more before it runs. Made from any tool, a server's too.
import { z } from 'zod'
import { actionsIn, withActions } from './action-schema.ts'
import { failure, withHint, type Failure } from '../failure.ts'
import { onlyReads } from './manifest.ts'
import { err } from '../result.ts'
import type { AnyTool } from './tool.ts'

/** What is said of the tool, and of an action that is not left. */
export type Narrowing = {
  readonly actions: ReadonlySet<string>
  readonly description: (names: string) => string
  readonly refusal: (action: string | null, names: string) => Failure
}

export const schemaOf = (tool: AnyTool): Readonly<Record<string, unknown>> =>
  (tool.inputSchema ?? z.toJSONSchema(tool.input, { io: 'input' })) as Record<string, unknown>

/** Its schema may take more than was declared; then what it takes beside that is not declared. */
export function takesOnlyDeclared({ manifest, ...tool }: AnyTool): boolean {
  const declared = new Set(manifest.actions.map(({ name }) => name))
  return actionsIn(schemaOf({ manifest, ...tool })).every((name) => declared.has(name))
}

/** Null where nothing is left. */
export function narrowTool(
  tool: AnyTool,
  { actions: kept, description, refusal }: Narrowing,
): AnyTool | null {
  const { manifest } = tool
  const actions = manifest.actions.filter(({ name }) => kept.has(name))
  const left = new Set(actions.map(({ name }) => name))
  const inputSchema = left.size === 0 ? null : withActions(schemaOf(tool), left)
  if (inputSchema === null) return null
  const names = [...left].join(', ')
  const has = (action: string | null): boolean => action !== null && left.has(action)
  return {
    ...tool,
    manifest: {
      ...manifest,
      description: description(names),
      sideEffects: manifest.sideEffects && !onlyReads({ ...manifest, actions }),
      actions,
    },
    inputSchema,
    // After the tool's own reading, which fills in the action that is meant when none is given.
    input: tool.input.superRefine((input, context) => {
      const action = tool.action(input)
      if (has(action)) return
      context.addIssue({
        code: 'custom',
        path: ['action'],
        message: withHint(refusal(action, names)),
      })
    }),
    async execute(input, context) {
      const action = tool.action(input)
      return has(action) ? tool.execute(input, context) : err(refusal(action, names))
    },
  }
}

/** The tool with the actions that its caller was granted; itself where those are all it has. */
export function grantedTool(
  tool: AnyTool,
  granted: 'all' | 'none' | ReadonlySet<string>,
): AnyTool | null {
  if (granted === 'all') return tool
  const { actions, name, description } = tool.manifest
  if (granted === 'none' || actions.length === 0) return null
  if (actions.every((action) => granted.has(action.name)) && takesOnlyDeclared(tool)) return tool
  return narrowTool(tool, {
    actions: granted,
    description: (names) => `${description} Here it has only these actions: ${names}.`,
    refusal: (action, names) =>
      failure(
        'grant.action',
        `${name} has only some of its actions here, and ${action === null ? 'no action was named' : `${action} is none of them`}.`,
        `Use one of: ${names}.`,
      ),
  })
}
