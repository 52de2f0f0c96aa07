// The form that all tools for calendars have: they only look, in what the person has set up.
import type { z } from 'zod'
import type { Failure } from '../../contract/failure.ts'
import type { Manifest } from '../../contract/call/manifest.ts'
import {
  defineTool,
  type Tool,
  type ToolContext,
  type ToolOutput,
} from '../../contract/call/tool.ts'
import type { Services } from '../../contract/policy/config/services.ts'
import type { Result } from '../../contract/result.ts'
import { calendarAccess, calendarPlaces } from './calendar-access.ts'
import { calendarTouches, type CalendarNeed, type CalendarQuery } from './calendars.ts'

export type CalendarTool<S extends z.ZodType> = {
  readonly manifest: Pick<Manifest, 'id' | 'name' | 'title' | 'description'>
  readonly input: S
  query(given: z.output<S>): CalendarQuery
  run(
    given: z.output<S>,
    query: CalendarQuery,
    context: ToolContext<CalendarNeed>,
  ): Promise<Result<ToolOutput, Failure>>
}

export function calendarTool<S extends z.ZodType>(
  services: Services,
  { manifest, input, query, run }: CalendarTool<S>,
): Tool<S, CalendarNeed> {
  const { outside, fromFiles } = calendarPlaces(services)
  return defineTool({
    manifest: {
      ...manifest,
      version: '1.0.0',
      ...calendarAccess(services),
      riskTier: 'R1',
      sideEffects: false,
      defaultPolicy: { effect: 'allow', scope: 'reading your calendars' },
      redaction: { args: [], result: [] },
      rateLimits: { perSession: 0, perMinute: 60 },
      builtIn: true,
      subagentAccess: 'readOnly',
      actions: [],
      limits: { runTimeMs: 60_000, stdoutBytes: 0, stderrBytes: 0, resultChars: 30_000 },
    },
    requiredPowers: [
      ...(outside ? (['net.fetch', 'secrets.get'] as const) : []),
      ...(fromFiles ? (['fs.read'] as const) : []),
    ],
    input,
    action: () => null,
    touches: (given) => calendarTouches(services, query(given)),
    execute: (given, context) => run(given, query(given), context),
  })
}
