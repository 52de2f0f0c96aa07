// What a person has filled in so far, and what it means for main. Pure.
import type { ModelServerDraft } from '../../../contract/agent/model-draft.ts'
import type { ModelConfig } from '../../../contract/policy/config/config.ts'

export const kinds = ['anthropic', 'openai', 'openrouter', 'other'] as const
export type Kind = (typeof kinds)[number]

export type Draft = {
  readonly kind: Kind
  readonly address: string
  readonly key: string
  readonly keep: boolean
  readonly name: string
}

/** Servers of one address each. Anthropic's own is known to main. */
const addresses: Readonly<Partial<Record<Kind, string>>> = {
  openai: 'https://api.openai.com/v1',
  openrouter: 'https://openrouter.ai/api/v1',
}

export function draftOf({
  provider,
  name,
  baseUrl,
}: Pick<ModelConfig, 'provider' | 'name' | 'baseUrl'>): Draft {
  const blank = { address: '', key: '', keep: false, name }
  if (provider === 'manual') return { ...blank, kind: 'anthropic', name: '' }
  if (provider === 'anthropic' && baseUrl === null) return { ...blank, kind: 'anthropic' }
  const known = kinds.find((kind) => addresses[kind] !== undefined && addresses[kind] === baseUrl)
  return known !== undefined && provider !== 'anthropic'
    ? { ...blank, kind: known }
    : { ...blank, kind: 'other', address: baseUrl ?? '' }
}

/** Null while the address is none. */
export function serverOf({ kind, address, key }: Draft): ModelServerDraft | null {
  if (kind === 'anthropic') return { provider: 'anthropic', baseUrl: null, key: key.trim() }
  const typed = addresses[kind] ?? address.trim()
  if (!/^https?:\/\/./.test(typed) || !URL.canParse(typed)) return null
  return { provider: 'openai-compatible', baseUrl: typed, key: key.trim() }
}

/** Models whose name has what was typed in it; all of them once one is chosen. */
export const matching = (models: readonly string[], typed: string): readonly string[] =>
  models.includes(typed)
    ? models
    : models.filter((name) => name.toLowerCase().includes(typed.trim().toLowerCase()))
