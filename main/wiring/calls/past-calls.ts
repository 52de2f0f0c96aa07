// What callers did before: read from the journal once a rule asks for it, and noted from then on.
import type { Journal } from '../../journal/journal.ts'
import type { Prior } from '../../pipeline/evaluate.ts'
import type { WriteEntry } from '../../pipeline/pipeline-deps.ts'
import { openPastCalls } from '../../policy/past-calls.ts'
import { openJournalPast } from '../../policy/past-calls-journal.ts'

export function wirePastCalls(journal: Pick<Journal, 'page' | 'head'>, now: () => number) {
  const prior = openPastCalls()
  const { known, wrote } = openJournalPast(prior, journal)
  const port: Prior = {
    known,
    facts: (asker, touches, callId) => prior.facts(asker, touches, callId, now()),
  }
  return {
    port,
    /** Writes as it did, and notes what was written. */
    noted:
      (write: WriteEntry): WriteEntry =>
      async (entry, when) => {
        const written = await write(entry, when)
        if (written.ok) wrote(written.value)
        return written
      },
  }
}
