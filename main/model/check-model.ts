// Finds out whether a model answers, with the smallest question there is.
import type { ModelConfig } from '../../contract/policy/config/config.ts'
import { failure, type Failure } from '../../contract/failure.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import { createModel, type ModelPorts } from './create-model.ts'

/**
 * Asks for one word. Fails with the codes of `createModel`, or `model.mute` when the model ends
 * without a word.
 */
export async function checkModel(
  config: ModelConfig,
  ports: ModelPorts,
  signal: AbortSignal,
): Promise<Result<{ text: string }, Failure>> {
  if (config.provider === 'manual') return ok({ text: 'You play the model: nothing to reach.' })
  const model = createModel(config, ports)
  let text = ''
  for await (const event of model.step(
    {
      system: '',
      messages: [{ role: 'user', text: 'Answer with the one word: ready' }],
      tools: [],
    },
    signal,
  )) {
    if (event.kind === 'text') text += event.delta
    if (event.kind === 'failed') return err(event.error)
  }
  const word = text.trim().slice(0, 200)
  if (word === '')
    return err(
      failure(
        'model.mute',
        `${model.label} answered without a word.`,
        'It can be reached. Models that think at length before they answer may do this; a run may still work.',
      ),
    )
  return ok({ text: word })
}
