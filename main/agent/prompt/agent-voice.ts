// What an agent’s file says to the model, beside what every agent is told. Pure.
import type { AgentDefinition } from '../../../contract/agent/own-agent.ts'

/** Of an agent that has a file. */
export type AgentVoice = Pick<
  AgentDefinition,
  'name' | 'description' | 'systemPrompt' | 'temperature' | 'maxTokens' | 'limits'
> & {
  /** The shared texts that it is told. */
  readonly shared: readonly { readonly name: string; readonly text: string }[]
}

export function voiceText({ name, description, systemPrompt, shared }: AgentVoice): string {
  const about = description === '' ? '' : ` ${description}`
  return [
    `You are the agent ${name}.${about}`,
    ...(systemPrompt === '' ? [] : [systemPrompt]),
    ...shared.map((space) => `Shared notes “${space.name}”:\n${space.text.trim()}`),
  ].join('\n\n')
}

/** Another agent that a task can be given to, and what it is for. */
export type OtherAgent = Pick<AgentDefinition, 'name' | 'description'>

const MOST = 30
const LONGEST = 200
const STARTS = 'spawn'

/**
 * By their descriptions a model chooses whom it gives a task to. Of many, those come first that have
 * most words of the task. Null: it starts none, or there are none.
 */
export function othersText(
  others: readonly OtherAgent[],
  tools: readonly { readonly name: string }[],
  task: string,
): string | null {
  if (others.length === 0 || !tools.some(({ name }) => name === STARTS)) return null
  const wanted = wordsOf(task)
  const shared = ({ name, description }: OtherAgent): number =>
    [...wordsOf(`${name} ${description}`)].filter((word) => wanted.has(word)).length
  const shown =
    others.length <= MOST ? others : others.toSorted((a, b) => shared(b) - shared(a)).slice(0, MOST)
  const lines = shown.map(({ name, description }) =>
    description === '' ? `- ${name}` : `- ${name}: ${lineOf(description)}`,
  )
  return [`Agents that ${STARTS} can give a task to, by name:`, ...lines].join('\n')
}

const wordsOf = (text: string): Set<string> =>
  new Set(text.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? [])

const lineOf = (text: string): string => {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line
}
