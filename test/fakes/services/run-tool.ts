// Runs a tool as the pipeline does: arguments parsed, its touches made canonical and permitted, the real
// way out with the credentials that are stored. No gate: what a tool may do is shown elsewhere.
import type { Failure } from '../../../contract/failure.ts'
import { failure } from '../../../contract/failure.ts'
import type { FetchPower } from '../../../contract/call/powers/fetch-power.ts'
import type { Powers } from '../../../contract/call/powers/powers.ts'
import { err, ok } from '../../../contract/result.ts'
import type { Result } from '../../../contract/result.ts'
import type { AnyTool, ToolOutput } from '../../../contract/call/tool.ts'
import type { CanonicalTouch, Touch } from '../../../contract/call/touch.ts'
import { canonicalUrl } from '../../../main/egress/canonical-url.ts'
import { outboundOf } from '../../egress/fixtures/ask.ts'

export type RunOptions = {
  /** What the allowlist names; `hosts` of the service. */
  readonly hosts: readonly string[]
  /** By name: the header and the value that go along. */
  readonly credentials?: Readonly<
    Record<string, { readonly header: string; readonly value: string }>
  >
  /** Other powers that the tool has. */
  readonly powers?: Partial<Powers>
  readonly signal?: AbortSignal
  /** The most that one request may take; left out: as a tool allows. */
  readonly requestMs?: number
  /** Left out: nothing is kept in files. */
  readonly saveMedia?: FetchPower['saveMedia']
}

/** What it would touch, or why its arguments are refused. */
export function touchesOf(tool: AnyTool, args: unknown): readonly Touch[] | string {
  const parsed = tool.input.safeParse(args)
  return parsed.success
    ? tool.touches(parsed.data)
    : (parsed.error.issues[0]?.message ?? 'it is refused')
}

/** Throws where the arguments do not fit: a test of those asks `touchesOf`. */
export async function runTool(
  tool: AnyTool,
  args: unknown,
  {
    hosts,
    credentials = {},
    powers = {},
    signal = new AbortController().signal,
    saveMedia,
    requestMs,
  }: RunOptions,
): Promise<Result<ToolOutput, Failure>> {
  const input = tool.input.parse(args)
  const permitted = tool.touches(input).flatMap((touch): readonly CanonicalTouch[] => {
    if (touch.kind === 'secrets.get') return [touch]
    if (touch.kind !== 'net.fetch') return []
    const canonical = canonicalUrl({ hosts })(touch.method, touch.url)
    if (!canonical.ok) throw new Error(canonical.error.text)
    return [touch.below === true ? { ...canonical.value, below: true } : canonical.value]
  })
  const outbound = outboundOf({
    hosts: () => hosts,
    ...(requestMs === undefined ? {} : { requestMs }),
    credential: async (name) => {
      const found = credentials[name]
      return found === undefined
        ? err(failure('secrets.unknown', `There is no credential ${name}.`))
        : ok(found)
    },
  })
  const given: Partial<Powers> = {
    'net.fetch': {
      ...outbound.power({ permitted, signal }),
      ...(saveMedia === undefined ? {} : { saveMedia }),
    },
    'secrets.get': { refer: () => err(failure('test.none', 'No references here.')) },
    ...powers,
  }
  const power = Object.fromEntries(tool.requiredPowers.map((need) => [need, given[need]]))
  return tool.execute(input, { power: power as Powers, signal })
}

/** What it said, or why it failed: for tests of either. */
export const saidBy = (result: Result<ToolOutput, Failure>): string =>
  result.ok
    ? result.value.text
    : `${result.error.code}: ${result.error.text} ${result.error.hint ?? ''}`
