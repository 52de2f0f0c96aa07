// Commits one staged call, to be killed in the middle: node commit-process.ts STORE CALL. With the
// paths of a copy and how many steps are let happen, it first keeps what is other in the copy, so that
// the contents are its own to move.
import { writeFileSync } from 'node:fs'
import { openCheckpointStore } from '../../main/undo/checkpoint-store.ts'
import type { Copied } from '../../main/undo/changes-in-copy.ts'
import { storeBudget, workspaceLimits } from '../../main/undo/limits.ts'

const [folder = '', callId = '', copied, armed = '', steps = ''] = process.argv.slice(2)
const checkpoints = openCheckpointStore({
  folder,
  limits: workspaceLimits,
  budget: storeBudget,
  now: Date.now,
})
if (copied !== undefined) {
  const end = { kind: 'exited', code: 0 } as const
  const nothing = { stdout: '', stderr: '', stdoutBytes: 0, stderrBytes: 0 }
  checkpoints.stage(callId, JSON.parse(copied) as Copied, { ...nothing, end })
  writeFileSync(armed, steps)
}
process.stdout.write('ready\n')
checkpoints.commit(callId)
process.stdout.write('done\n')
