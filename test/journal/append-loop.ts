// A child process of kill.test.ts: appends without end from some callers at once, and prints the
// number of each row once it is acknowledged. Arguments: database file, head file, number of
// callers.
import { writeSync } from 'node:fs'
import { openJournal } from '../../main/journal/journal.ts'
import { journalTable } from '../../main/store/journal/journal-table.ts'
import { openStore } from '../../main/store/open.ts'

const [file = '', headFile = '', callers = '1'] = process.argv.slice(2)
const store = await openStore(file, { now: Date.now })
if (!store.ok) throw new Error(store.error.text)
const opened = openJournal({
  table: journalTable(store.value.db),
  headFile,
  now: Date.now,
})
if (!opened.ok) throw new Error(opened.error.text)
const journal = opened.value
if (journal.finding() !== null) throw new Error(`false alarm: ${JSON.stringify(journal.finding())}`)

async function appendForEver(caller: number): Promise<never> {
  for (let index = 0; ; index++) {
    const written = await journal.append({
      kind: 'started',
      version: `${caller}.${index}`,
      host: 'x'.repeat(index % 900),
    })
    if (!written.ok) throw new Error(written.error.text)
    writeSync(1, `${written.value.seq}\n`)
  }
}
await Promise.all(Array.from({ length: Number(callers) }, (_, caller) => appendForEver(caller)))
