// Processor time of this thread, for tests of how the work of a function grows: what else the
// machine does has no part in it.
export function processorMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
