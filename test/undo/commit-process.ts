// Commits one staged call, to be killed in the middle: node commit-process.ts STORE CALL
import { openCheckpointStore } from '../../main/undo/checkpoint-store.ts'
import { storeBudget, workspaceLimits } from '../../main/undo/limits.ts'

const [folder = '', callId = ''] = process.argv.slice(2)
const checkpoints = openCheckpointStore({
  folder,
  limits: workspaceLimits,
  budget: storeBudget,
  now: Date.now,
})
process.stdout.write('ready\n')
checkpoints.commit(callId)
process.stdout.write('done\n')
