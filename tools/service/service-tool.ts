// The form that all tools of outside services have: every request of a call is planned from its
// arguments alone, so that what a person is shown is what is sent.
import type { z } from 'zod'
import type { CallFacts } from '../../contract/approval/call-facts.ts'
import type { Failure } from '../../contract/failure.ts'
import type { Json, JsonObject } from '../../contract/json.ts'
import type { FetchPower } from '../../contract/call/powers/fetch-power.ts'
import type { ReadPower } from '../../contract/call/powers/file-power.ts'
import type { Manifest } from '../../contract/call/manifest.ts'
import type { Result } from '../../contract/result.ts'
import {
  defineTool,
  type FactsContext,
  type Tool,
  type ToolOutput,
} from '../../contract/call/tool.ts'
import type { TouchOf } from '../../contract/call/touch.ts'
import { declaredActions, type ActionTable } from './action-args.ts'
import { openAsker, touchesOf, type Ask, type Asker, type Service } from './ask.ts'

type Own = Pick<
  Manifest,
  'id' | 'name' | 'title' | 'description' | 'category' | 'defaultPolicy' | 'redaction'
> & {
  readonly dataAccess: Manifest['dataAccess']
  readonly perMinute: number
  readonly chars: number
}

/** What it can use besides the service. */
export type Beside = {
  readonly saveMedia: FetchPower['saveMedia']
  /** Of the files that it named. */
  readonly read: ReadPower
}

export type ServiceTool<S extends z.ZodType> = {
  readonly manifest: Own
  /** Those it cannot do without. */
  readonly requires: readonly Service[]
  readonly actions: ActionTable
  readonly input: S
  /** Every request that the call may make, in order. */
  plan(input: z.output<S>): readonly Ask[]
  run(
    input: z.output<S>,
    ask: Asker,
    plan: readonly Ask[],
    beside: Beside,
  ): Promise<Result<ToolOutput, Failure>>
  facts(input: z.output<S>, shown: FactsContext): CallFacts
  /** Files that it sends along. Left out: it never reads any. */
  files?(input: z.output<S>): readonly TouchOf<'fs.read'>[]
}

export const serviceTool = <S extends z.ZodType>({
  manifest: { perMinute, chars, ...own },
  requires,
  actions,
  input,
  plan,
  run,
  facts,
  files,
}: ServiceTool<S>): Tool<S, 'net.fetch' | 'secrets.get' | 'fs.read'> =>
  defineTool({
    manifest: {
      ...own,
      version: '1.0.0',
      riskTier: 'R1',
      sideEffects: true,
      requires: [...requires],
      rateLimits: { perSession: 0, perMinute },
      builtIn: true,
      networkOutbound: true,
      subagentAccess: 'readOnly',
      actions: declaredActions(actions),
      limits: { runTimeMs: 60_000, stdoutBytes: 0, stderrBytes: 0, resultChars: chars },
    },
    requiredPowers: [
      ...(['net.fetch', 'secrets.get'] as const),
      ...(files === undefined ? [] : (['fs.read'] as const)),
    ],
    input,
    action: (given) => (given as { readonly action: string }).action,
    touches: (given) => [...touchesOf(plan(given)), ...(files?.(given) ?? [])],
    facts,
    execute: (given, context) =>
      run(given, openAsker(context), plan(given), {
        saveMedia: context.power['net.fetch'].saveMedia,
        read: context.power['fs.read'],
      }),
  })

export const asObject = (value: Json | undefined): JsonObject =>
  value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as JsonObject) : {}
export const asList = (value: Json | undefined): readonly JsonObject[] =>
  Array.isArray(value) ? value.map((one) => asObject(one as Json)) : []
export const asText = (value: Json | undefined): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''

/** What fits, with a word that there was more. Never between the two halves of a character. */
export function cutAt(text: string, most: number): string {
  if (text.length <= most) return text
  const last = text.charCodeAt(most - 1)
  const end = last >= 0xd800 && last <= 0xdbff ? most - 1 : most
  return `${text.slice(0, end)}… [cut: ${text.length - end} more characters]`
}

/** Lines, with a note of the service at the end. */
export const lines = (...parts: readonly (string | null | undefined)[]): string =>
  parts.filter((part) => part !== null && part !== undefined && part !== '').join('\n')
