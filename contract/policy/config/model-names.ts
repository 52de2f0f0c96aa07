// Which models an agent file can name, and what the server calls them. Pure.
import { MODEL_WORDS } from '../../agent/agent-file.ts'
import type { ModelConfig } from './config.ts'

type Set = Pick<ModelConfig, 'provider' | 'name' | 'names'>

const isWord = (name: string): name is (typeof MODEL_WORDS)[number] =>
  MODEL_WORDS.some((word) => word === name)

/** At the one provider that has models of these names. */
const atAnthropic: Readonly<Record<(typeof MODEL_WORDS)[number], string>> = {
  haiku: 'claude-haiku-4-5',
  sonnet: 'claude-sonnet-4-5',
  opus: 'claude-opus-4-5',
}

export const knownModels = ({ name, names }: Set): readonly string[] => [
  ...new Set([...MODEL_WORDS, ...Object.keys(names), ...(name === '' ? [] : [name])]),
]

/** As its server calls it; null: nothing is set for it, and the model of the configuration is used. */
export function serverModel(named: string, { provider, name, names }: Set): string | null {
  const set = Object.hasOwn(names, named) ? names[named] : undefined
  if (set !== undefined) return set
  if (named === name) return name
  return isWord(named) && provider === 'anthropic' ? atAnthropic[named] : null
}

/** What to tell of a model for which nothing is set; null: it is set. */
export function unsetModel(named: string, model: Set): string | null {
  if (serverModel(named, model) !== null) return null
  const used =
    model.provider === 'manual'
      ? 'you play the model'
      : `the model of the configuration, ${model.name === '' ? 'which is not set' : model.name}, is used`
  return `Nothing is set for the model ${named}, so ${used}.`
}
