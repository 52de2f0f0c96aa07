// Undoes one call, to be killed in the middle: node apply-process.ts STORE CALL UNDO
import { openCheckpointStore } from '../../main/undo/checkpoint-store.ts'
import { storeBudget, workspaceLimits } from '../../main/undo/limits.ts'

const [folder = '', callId = '', undoId = ''] = process.argv.slice(2)
const checkpoints = openCheckpointStore({
  folder,
  limits: workspaceLimits,
  budget: storeBudget,
  now: Date.now,
})
process.stdout.write('ready\n')
checkpoints.apply(callId, undoId, [])
process.stdout.write('done\n')
