// Processor time of the programs that this one has started. Time by the clock says as much about
// what else the machine does.
import { readFileSync } from 'node:fs'

/** A jiffy, as /proc counts: 100 a second on every Linux that Node runs on. */
const JIFFY_MS = 10

/** Of programs that outlive those who started them, which the system counts for nobody. */
let outlivingMs = 0
/** @param {number} ms What such a program has used more. */
export function countOutliving(ms) {
  outlivingMs += ms
}
export const outlivedMs = () => outlivingMs

/** Of those that have ended and were waited for, with their own; 0 where the system does not say. */
export function childrenMs() {
  if (process.platform !== 'linux') return 0
  const stat = readFileSync('/proc/self/stat', 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[13]) + Number(fields[14])) * JIFFY_MS
}
