// A process that swaps a folder or file for a link and back, again and again, until it is told to
// stop. It prints how often, so that a test can show that there was a race at all.
import { renameSync, rmSync, symlinkSync } from 'node:fs'

const [target = '', link = '', retained = ''] = process.argv.slice(2)
/** Few at a time: a disk that only serves renames would make every write under test wait for it. */
const BURST = 4
let rounds = 0
let going = true
process.on('message', () => (going = false))

function once(): void {
  try {
    renameSync(target, retained)
    symlinkSync(link, target)
    rmSync(target)
    renameSync(retained, target)
    rounds += 1
  } catch {
    startAgain()
  }
}

/**
 * The writer under test made something new at the target while it was away: what was kept goes
 * back in its place.
 */
function startAgain(): void {
  for (const step of [
    () => rmSync(target, { recursive: true, force: true }),
    () => renameSync(retained, target),
  ]) {
    try {
      step()
    } catch {
      // It is still at it, or nothing was kept; the next round comes by here again.
    }
  }
}

function burst(): void {
  for (let each = 0; each < BURST; each += 1) once()
  if (going) setTimeout(burst, 0)
  else process.send?.(rounds, () => process.disconnect())
}
burst()
