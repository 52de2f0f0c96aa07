// A thread that scans the texts of a server, so that a long one delays nobody. Gets everything at its
// start, and answers item by item.
import { parentPort, workerData } from 'node:worker_threads'
import { scanItem, type ScanJob } from '../../../mcp/trust/scan/scan-item.ts'
import { scanners } from './scanners.ts'

const { items, others, own } = workerData as ScanJob
const names = new Set(others)
const ownNames = new Set(own)
for (const [at, item] of items.entries())
  parentPort?.postMessage({ at, found: scanItem(item, names, ownNames, scanners) })
