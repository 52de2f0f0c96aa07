// The model of an agent that has a file: asked with what the file says. Whatever the loop asks for,
// the agent’s own words, temperature and length go along.
import type { AgentDefinition } from '../../contract/agent/own-agent.ts'
import type { Model } from '../../contract/agent/model.ts'

export type SharedText = { readonly name: string; readonly text: string }

type Voice = Pick<
  AgentDefinition,
  'name' | 'description' | 'systemPrompt' | 'temperature' | 'maxTokens'
>

export const agentModel = (
  model: Model,
  voice: Voice,
  shared: () => readonly SharedText[],
): Model => ({
  ...model,
  step: (request, signal) =>
    model.step(
      {
        ...request,
        system: [request.system, ...agentWords(voice, shared())].join('\n\n'),
        temperature: voice.temperature,
        maxTokens: voice.maxTokens,
      },
      signal,
    ),
})

function agentWords(
  { name, description, systemPrompt }: Voice,
  shared: readonly SharedText[],
): readonly string[] {
  const about = description === '' ? '' : ` ${description}`
  return [
    `You are the agent ${name}.${about}`,
    ...(systemPrompt === '' ? [] : [systemPrompt]),
    ...shared.map((space) => `Shared notes “${space.name}”:\n${space.text.trim()}`),
  ]
}
