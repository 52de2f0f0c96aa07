// How vitest runs a file of ours: measured by its processor time for the summary of `npm test`, its
// children included, and loaded by Node as it is, where Node loads the sources (vitest.config.ts).
import { isMainThread } from 'node:worker_threads'
import { TestRunner } from 'vitest'
import { childrenMs, outlivedMs } from './report/processor.mjs'

type Suite = Parameters<TestRunner['onAfterRunSuite']>[0]
type Import = Parameters<TestRunner['importFile']>

/** Of this file alone: files that share a thread or a process run in it one after another. */
const ownMs = (): number => {
  const { user, system } = isMainThread ? process.cpuUsage() : process.threadCpuUsage()
  return (user + system) / 1000 + (isMainThread ? childrenMs() : 0)
}

export default class FileRunner extends TestRunner {
  // Files that share a process may share a runner too, so each file begins where the one before ended.
  private before = ownMs()
  private outlivedBefore = outlivedMs()

  /**
   * Vitest asks for each file by another address each time, so that one that is asked for again is
   * run again. In a run each file is asked for once, and what Node keeps of it from run to run goes
   * by its address. What is set up for all files of a process is set up once.
   */
  override importFile(...[file, source]: Import): unknown {
    if (this.config.experimental.viteModuleRunner) return super.importFile(file, source)
    const byNode = Reflect.get(this, 'moduleRunner') as { import(file: string): Promise<unknown> }
    return byNode.import(file)
  }

  override async onAfterRunSuite(suite: Suite): Promise<void> {
    await super.onAfterRunSuite(suite)
    if (suite !== suite.file) return
    const outlivingMs = Math.round(outlivedMs() - this.outlivedBefore)
    const processorMs = Math.round(ownMs() - this.before) + outlivingMs
    Object.assign(suite.meta, { processorMs, outlivingMs })
    this.before = ownMs()
    this.outlivedBefore = outlivedMs()
  }
}
