// A tool of which only what reads is left: for sub-agents that may look and change nothing. Made
// from any tool, a server's too.
import { z } from 'zod'
import { actionsIn, withActions } from './action-schema.ts'
import { failure } from '../failure.ts'
import type { Failure } from '../failure.ts'
import { onlyReads } from './manifest.ts'
import { err } from '../result.ts'
import type { AnyTool } from './tool.ts'

/**
 * The tool with its read actions alone, in its schema and in its description; another action is
 * refused as an argument, and once more before it would run. The tool itself where it only reads;
 * null where nothing is left.
 */
export function readOnlyTool(tool: AnyTool): AnyTool | null {
  const { manifest } = tool
  // Its schema may take more than was declared; then what it takes beside that is gone, too.
  const whole = (tool.inputSchema ?? z.toJSONSchema(tool.input, { io: 'input' })) as Record<
    string,
    unknown
  >
  const declared = new Set(manifest.actions.map(({ name }) => name))
  const isWhole = actionsIn(whole).every((name) => declared.has(name))
  if (onlyReads(manifest) && (manifest.actions.length === 0 || isWhole)) return tool
  const actions = manifest.actions.filter(({ readOnly }) => readOnly)
  const left = new Set(actions.map(({ name }) => name))
  const inputSchema = left.size === 0 ? null : withActions(whole, left)
  if (inputSchema === null) return null
  const names = [...left].join(', ')
  const reads = (action: string | null): boolean => action !== null && left.has(action)
  return {
    ...tool,
    manifest: {
      ...manifest,
      description: `${manifest.title}, only to look. It has these actions: ${names}. Nothing can be changed with it here.`,
      sideEffects: false,
      actions,
    },
    inputSchema,
    // After the tool's own reading, which fills in the action that is meant when none is given.
    input: tool.input.superRefine((input, context) => {
      const action = tool.action(input)
      if (!reads(action))
        context.addIssue({
          code: 'custom',
          path: ['action'],
          message: refusal(manifest.name, action, names).text,
        })
    }),
    async execute(input, context) {
      const action = tool.action(input)
      return reads(action)
        ? tool.execute(input, context)
        : err(refusal(manifest.name, action, names))
    },
  }
}

const refusal = (name: string, action: string | null, names: string): Failure =>
  failure(
    'tool.read-only',
    `${name} can only look here, and ${action === null ? 'no action was named' : `${action} is none of what it may do`}.`,
    `Use one of: ${names}.`,
  )
