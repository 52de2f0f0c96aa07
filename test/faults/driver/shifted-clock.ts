// Loaded into an app before anything else: its clock of the day is off by what a file says, in
// milliseconds. The monotonic clock stays as it is, as on a machine whose clock is set.
import { readFileSync, statSync } from 'node:fs'

const file = process.env['GATEHOUSE_FAULT_CLOCK']
if (file !== undefined) {
  const realNow = Date.now.bind(Date)
  let changed = 0
  let offset = 0
  Date.now = () => {
    const at = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0
    if (at !== changed) offset = Number(readFileSync(file, 'utf8'))
    changed = at
    return realNow() + offset
  }
}
