// Pure. Leases for the tools of servers and for plugins: for just that definition, no argument more than
// was shown, and where the tool sends, for the recipients that were shown.
import type { DecisionRequest } from '../decision-request.ts'
import type { Lease } from '../../../contract/approval/lease.ts'
import type { Json, JsonObject } from '../../../contract/json.ts'
import type { Manifest } from '../../../contract/call/manifest.ts'
import { readPointer } from './compiled-lease.ts'
import type { CompiledLease } from './compiled-lease.ts'
import { pointerTo } from './url-host.ts'
import { namesRecipient } from './recipient-lines.ts'

export type External = NonNullable<Manifest['external']>

/** `/message` of `/message/to`: what is bound is the argument, whole. */
const argumentOf = (pointer: string): string => `/${pointer.split('/')[1] ?? ''}`

/** The arguments that say to whom it sends. */
export const recipientsOf = ({ labels }: External): readonly string[] => [
  ...new Set((labels.sends?.to ?? []).map(argumentOf)),
]

/** What may vary in a lease: named by the schema, and no recipient. */
export const freeArgs = (external: External): readonly string[] => {
  const bound = recipientsOf(external)
  return external.args.filter((pointer) => !bound.includes(pointer))
}

/** Its touches say nothing of what its arguments do. */
export const runsPlugin = ({ touches }: Pick<DecisionRequest, 'touches'>): boolean =>
  touches.some(({ kind }) => kind === 'plugin.run')

/** Why a lease does not reach this call of a server's tool or plugin, in one sentence; null: it does. */
export function unreached({ lease }: CompiledLease, request: DecisionRequest): string | null {
  const ofServer = request.manifest.external !== undefined && !request.touches.some(isNoTool)
  if (!ofServer && !runsPlugin(request)) return null
  if (lease.definition === undefined || lease.definition !== request.definition)
    return 'The tool is not as it was when you gave it.'
  const unnamed = unnamedArgs(lease, request.args)
  if (unnamed.length > 0)
    return `It has arguments that you were not shown: ${unnamed.map((name) => name.slice(1)).join(', ')}.`
  const sends = (request.manifest.external?.labels.sends ?? null) !== null
  const naming = sends ? namingArg(lease, request) : null
  return naming === null
    ? null
    : `${naming.slice(1)} has a line that a mail program may read as one more recipient.`
}

/** The argument that was free to vary, and names a recipient in its text. */
const namingArg = ({ patterns }: Lease, { args }: DecisionRequest): string | null =>
  patterns.free?.find((pointer) => {
    const value = valueIn(args, pointer)
    return value !== undefined && namesRecipient(value)
  }) ?? null

const isNoTool = (touch: DecisionRequest['touches'][number]): boolean =>
  touch.kind !== 'mcp.call' || touch.what !== undefined

/** Arguments of a call that a lease neither binds nor leaves free. */
function unnamedArgs({ args: own, patterns }: Lease, args: JsonObject): readonly string[] {
  const bound = { ...own, ...patterns.args, ...patterns.urlHosts }
  if (Object.hasOwn(bound, '')) return []
  return Object.keys(args)
    .map(pointerTo)
    .filter(
      (pointer) => !Object.hasOwn(bound, pointer) && patterns.free?.includes(pointer) !== true,
    )
}

/**
 * The person named exactly this flow: to these recipients, also after private data and text of
 * strangers was read.
 */
export function namesFlow({ patterns }: Lease, { manifest, args }: DecisionRequest): boolean {
  const { external } = manifest
  if (external === undefined || patterns.taint?.length !== 2) return false
  const named = patterns.args ?? {}
  const to = recipientsOf(external).filter((pointer) => valueIn(args, pointer) !== undefined)
  return Object.hasOwn(named, '') || (to.length > 0 && to.every((one) => Object.hasOwn(named, one)))
}

export const valueIn = (args: JsonObject, pointer: string): Json | undefined =>
  args[readPointer(pointer)[0] ?? '']
