// The row of the journal about the model server, without its key.
import type { ModelConfig } from '../../../contract/policy/config/config.ts'
import type { JournalEntry } from '../../../contract/journal/journal.ts'
import { serverOf } from './model.ts'

export type ModelEntry = Extract<JournalEntry, { kind: 'model' }>

export function modelRow(model: ModelConfig, change: ModelEntry['change']): ModelEntry {
  const server = serverOf(model)
  return {
    kind: 'model',
    change,
    provider: model.provider,
    name: model.name,
    server: server === null ? null : `${server.host}:${server.port}`,
    text: '',
    count: 1,
  }
}
