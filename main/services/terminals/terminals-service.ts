// The topic `terminals`: what is on the screen of an agent's session, and what a person types into it,
// with a row in the journal. Secrets that are known do not come onto the screen.
import type { TopicHandlers } from '../../../contract/ipc/ipc.ts'
import type { JournalEntry } from '../../../contract/journal/journal.ts'
import { ok } from '../../../contract/result.ts'
import type { Terminals } from '../../terminals/terminals.ts'

export type TerminalsServiceDeps = {
  readonly terminals: Pick<Terminals, 'all' | 'view' | 'typeAsPerson' | 'endOne'>
  readonly redact: (text: string) => Promise<string>
  readonly record: (entry: JournalEntry) => Promise<unknown>
}

export function terminalsService({
  terminals,
  redact,
  record,
}: TerminalsServiceDeps): TopicHandlers<'terminals'> {
  return {
    'terminals.list': async () => ok([...(await terminals.all())]),
    async 'terminals.view'({ owner, name, lines }) {
      const found = await terminals.view(owner, name, lines)
      if (!found.ok) return found
      const { text, reader, ended } = found.value
      return ok({ text: await redact(text), reader, ended })
    },
    'terminals.type': ({ owner, name, text, keys, hidden }, { surface }) =>
      terminals.typeAsPerson(owner, name, { text, keys }, (opener) =>
        record({
          kind: 'terminal',
          change: 'typed',
          name,
          ...opener,
          text: hidden ? null : text,
          keys: hidden ? [] : [...keys],
          surface,
        }),
      ),
    'terminals.end': ({ owner, name }, { surface }) =>
      terminals.endOne(owner, name, (opener) =>
        record({
          kind: 'terminal',
          change: 'ended',
          name,
          ...opener,
          text: '',
          keys: [],
          surface,
        }),
      ),
  }
}
