// Measures what each test file costs in processor time, its children included, for the summary of
// `npm test`.
import { isMainThread } from 'node:worker_threads'
import { afterAll } from 'vitest'
import { childrenMs } from './report/processor.mjs'

/** Of this file alone where files share a process: its thread has run one at a time. */
const ownMs = (): number => {
  const { user, system } = isMainThread ? process.cpuUsage() : process.threadCpuUsage()
  return (user + system) / 1000
}

// A process is a file's own from its start; a thread is shared.
const before = isMainThread ? 0 : ownMs()

// oxlint-disable-next-line no-empty-pattern -- vitest reads here which fixtures are wanted
afterAll(({}, suite) => {
  const children = isMainThread ? childrenMs() : 0
  Object.assign(suite.file.meta, { processorMs: Math.round(ownMs() - before + children) })
})
