// What can be written at a place of an agent file: its keys, and names of capabilities. Pure.
import type { CapabilityListing } from '../../../../contract/ipc/topics/ipc-own-agents.ts'
import { strings } from '../strings.ts'
import { FIELDS, type Field } from './agent-yaml.ts'

type Offer = { readonly label: string; readonly detail: string; readonly insert: string }
type Offers = { readonly from: number; readonly to: number; readonly list: readonly Offer[] }

const { fields, capabilities } = strings
const about: Readonly<Record<Field, string>> = {
  name: fields.nameHint,
  description: fields.descriptionHint,
  system_prompt: fields.promptHint,
  capabilities: capabilities.title,
  model: fields.modelHint,
  temperature: fields.temperatureHint,
  max_tokens: fields.maxTokens,
  limits: fields.limitsHint,
  namespaces: fields.namespacesHint,
  created_by: strings.madeBy,
  created_at: strings.madeAt,
}
/** What is behind a new key. */
const behind: Partial<Record<Field, string>> = {
  system_prompt: ': |\n  ',
  capabilities: ':\n  - ',
}

export function offersAt(
  text: string,
  offset: number,
  known: readonly CapabilityListing[],
): Offers {
  const lineStart = text.lastIndexOf('\n', offset - 1) + 1
  const before = text.slice(lineStart, offset)
  const rest = /^[\w-]*/.exec(text.slice(offset))?.[0].length ?? 0
  const key = /^[a-z_]*$/.exec(before)
  if (key !== null) {
    const there = new Set([...text.matchAll(/^([a-z_]+)\s*:/gm)].map(([, name]) => name))
    const list = FIELDS.filter((field) => !there.has(field) && starts(field, before)).map(
      (field): Offer => ({
        label: field,
        detail: about[field],
        insert: `${field}${behind[field] ?? ': '}`,
      }),
    )
    return { from: lineStart, to: offset + rest, list }
  }
  const entry = /^\s*-\s+([\w]*)$/.exec(before)
  const part = [...text.slice(0, lineStart).matchAll(/^([a-z_]+)\s*:/gm)].at(-1)?.[1]
  if (entry === null || part !== 'capabilities') return { from: offset, to: offset, list: [] }
  const word = entry[1] ?? ''
  const list = known
    .filter(({ name, legacy }) => legacy === null && starts(name, word))
    .map(({ name, sentence }): Offer => ({ label: name, detail: sentence, insert: name }))
  return { from: offset - word.length, to: offset + rest, list }
}

const starts = (name: string, word: string): boolean => name.startsWith(word.toLowerCase())
