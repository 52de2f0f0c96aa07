// The row of the journal about the model server, without its key.
import type { ModelConfig } from '../../../contract/policy/config/config.ts'
import type { JournalEntry } from '../../../contract/journal/journal.ts'
import { canonicalJson } from '../../../contract/json.ts'
import type { ConfigStore } from '../../config/config.ts'
import type { Events } from '../events.ts'
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

/** A row whenever another model is selected. */
export function journalModels(
  config: Pick<ConfigStore, 'current'>,
  record: (entry: JournalEntry, when: 'owed') => Promise<unknown>,
  events: Pick<Events, 'on' | 'report'>,
): void {
  let selected = modelRow(config.current().model, 'selected')
  events.on('config-changed', () => {
    const set = modelRow(config.current().model, 'selected')
    if (canonicalJson(set) === canonicalJson(selected)) return
    selected = set
    record(set, 'owed').catch(events.report)
  })
}
