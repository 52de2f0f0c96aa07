// What a run of a scheduled job starts with.
import type { Run } from '../../contract/agent/run.ts'
import type { ScheduledText } from '../../contract/schedule/scheduled-text.ts'

/** What begins by itself at its time: its calls are known by this session. */
export type Scheduled = Pick<Run, 'session'> & { readonly text: ScheduledText }
