// Measures what each test file costs in processor time, its children included, for the summary of
// `npm test`.
import { isMainThread } from 'node:worker_threads'
import { afterAll } from 'vitest'
import { childrenMs, outlivedMs } from './report/processor.mjs'

/** Of this file alone: files that share a thread or a process run in it one after another. */
const ownMs = (): number => {
  const { user, system } = isMainThread ? process.cpuUsage() : process.threadCpuUsage()
  return (user + system) / 1000 + (isMainThread ? childrenMs() : 0)
}

const before = ownMs()
const outlivedBefore = outlivedMs()

// oxlint-disable-next-line no-empty-pattern -- vitest reads here which fixtures are wanted
afterAll(({}, suite) => {
  const outlivingMs = Math.round(outlivedMs() - outlivedBefore)
  const processorMs = Math.round(ownMs() - before) + outlivingMs
  Object.assign(suite.file.meta, { processorMs, outlivingMs })
})
