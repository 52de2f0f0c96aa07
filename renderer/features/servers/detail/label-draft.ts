// Labels of a tool as they are being changed in a review. Pure.
import type { Reviewed } from '../../../../contract/server/server.ts'
import type { ToolEffect, ToolLabels } from '../../../../contract/server/tool-labels.ts'

/** `keeps`: to itself. `service`: what it is given, to its own. `named`: arguments say to whom. */
export type Sending = 'keeps' | 'service' | 'named'

export const sendingOf = ({ sends }: ToolLabels): Sending =>
  sends === null ? 'keeps' : sends.to.length === 0 ? 'service' : 'named'

/** Pointers of the arguments that its schema names, and those that are chosen already. */
export function argumentsOf({ now, labels }: Reviewed): readonly string[] {
  const chosen = labels?.proposed.sends?.to ?? []
  return [...new Set([...chosen, ...namesIn(now).map(pointerTo)])]
}

function namesIn(text: string | null): readonly string[] {
  try {
    const tool: unknown = JSON.parse(text ?? 'null')
    const schema = member(tool, 'inputSchema')
    const properties = member(schema, 'properties')
    return properties !== null && typeof properties === 'object' ? Object.keys(properties) : []
  } catch {
    return []
  }
}

const member = (value: unknown, key: string): unknown =>
  value !== null && typeof value === 'object' && Object.hasOwn(value, key)
    ? (value as Record<string, unknown>)[key]
    : null

const pointerTo = (name: string): string => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`

export const withEffect = (labels: ToolLabels, effect: ToolEffect, on: boolean): ToolLabels => ({
  ...labels,
  effects: on
    ? [...labels.effects.filter((one) => one !== effect), effect]
    : labels.effects.filter((one) => one !== effect),
})

export const withReadAction = (labels: ToolLabels, action: string, on: boolean): ToolLabels => {
  const { readActions = [], ...rest } = labels
  const left = readActions.filter((one) => one !== action)
  const next = on ? [...left, action] : left
  return next.length === 0 ? rest : { ...rest, readActions: next }
}

/** Of what it was proposed to send by, as much as there is. */
export function withSending(
  labels: ToolLabels,
  sending: Sending,
  all: readonly string[],
): ToolLabels {
  if (sending === 'keeps') return { ...labels, sends: null }
  if (sending === 'service') return { ...labels, sends: { to: [] } }
  return { ...labels, sends: { to: all.slice(0, 1) } }
}

/** At least one stays: none would mean its own service. */
export function withRecipient(labels: ToolLabels, pointer: string, on: boolean): ToolLabels {
  const to = labels.sends?.to ?? []
  const next = on
    ? [...to.filter((one) => one !== pointer), pointer]
    : to.filter((one) => one !== pointer)
  return { ...labels, sends: { to: next } }
}
