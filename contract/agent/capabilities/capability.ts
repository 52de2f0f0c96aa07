// What an agent file names: a bundle of tools and actions, in words.
import type { ScopeName } from '../scope.ts'

export type CapabilityTool = {
  readonly tool: string
  /** Left out: the whole tool. */
  readonly actions?: readonly string[]
}

export type Capability = {
  readonly name: string
  /** What an agent with it can do. */
  readonly sentence: string
  readonly mode: 'read' | 'write'
  /** Something leaves this machine, or a person is addressed: no generated agent gets it. */
  readonly sends: boolean
  readonly tools: readonly CapabilityTool[]
  /** Limits that mean something for these tools. */
  readonly scopes: readonly ScopeName[]
  /** Of a name that ends in _read: what in it changes something all the same, and why it is there. */
  readonly changes?: Readonly<Record<string, string>>
  /** An older name: it loads with this warning. */
  readonly legacy?: string
}

export const whole = (...tools: readonly string[]): readonly CapabilityTool[] =>
  tools.map((tool) => ({ tool }))
