// What an agent’s file says to the model, beside what every agent is told. Pure.
import type { AgentDefinition } from '../../contract/agent/own-agent.ts'

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
