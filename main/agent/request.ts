// The next request to the model, made from the stored transcript. Pure.
import type { ModelRequest, ModelTool } from '../../contract/agent/model.ts'
import type { RunItem } from '../../contract/agent/run.ts'
import { nearest, type Use } from './limits/allowance.ts'
import { NUDGE_AT, nudgeText, withNudge } from './limits/nudge.ts'
import { type AgentVoice, type OtherAgent, othersText, voiceText } from './prompt/agent-voice.ts'
import type { AgentPorts, AgentSettings } from './ports.ts'
import type { Cut } from './compaction/cut.ts'
import { systemPrompt } from './prompt/system-prompt.ts'
import { messagesOf } from './transcript.ts'

export type RequestFacts = {
  readonly settings: AgentSettings
  readonly voice: AgentVoice | null
  readonly tools: readonly ModelTool[]
  /** Agents that a task can be given to. */
  readonly others?: readonly OtherAgent[]
  readonly use: Use
  /** Steps of this turn before it. */
  readonly step: number
  /** The answer before was empty. */
  readonly empty: boolean
  /** The agent that started it; null: a person talks to it. */
  readonly worksFor?: string | null
  readonly pageCall: AgentPorts['pageCall']
}

const EMPTY = '[Gatehouse: your last answer was empty. Answer, or make a call.]'

/**
 * `nudge`: what is nearly used up, where the model is asked to finish. `cut`: how much is told in
 * short.
 */
export function requestOf(
  items: readonly RunItem[],
  {
    settings,
    voice,
    tools,
    others = [],
    use,
    step,
    empty,
    worksFor = null,
    pageCall,
  }: RequestFacts,
  cut: Cut,
): { readonly request: ModelRequest; readonly nudge: string | null } {
  const said = messagesOf(items, cut, ({ callId }, offset) => {
    const { name, args } = pageCall(callId, offset)
    return tools.some((tool) => tool.name === name) ? `${name} ${JSON.stringify(args)}` : null
  })
  // A conversation that ends with the model's own words would have it complete its sentence, or be
  // refused.
  const messages =
    said.at(-1)?.role === 'assistant' ? [...said, { role: 'user' as const, text: 'Go on.' }] : said
  const { share, text } = nearest(use, { steps: step, maxSteps: settings.maxSteps })
  const nudge = share >= NUDGE_AT ? text : null
  const words = [...(empty ? [EMPTY] : []), ...(nudge === null ? [] : [nudgeText(nudge)])]
  const task = items.findLast((item) => item.kind === 'user')
  const team = othersText(others, tools, task?.text ?? '')
  return {
    request: {
      system: [
        systemPrompt(settings, worksFor),
        ...(voice === null ? [] : [voiceText(voice)]),
        ...(team === null ? [] : [team]),
      ].join('\n\n'),
      messages: words.length === 0 ? messages : withNudge(messages, words.join('\n')),
      tools,
      ...(voice === null ? {} : { temperature: voice.temperature, maxTokens: voice.maxTokens }),
    },
    nudge,
  }
}
