// Processor time of this thread, for tests of how the work of a function grows: what else the
// machine does has no part in it.

/**
 * In milliseconds, to some thousandths. Linux counts a thread that runs only every 4 ms, where it is
 * interrupted, and brings its figure up to date when somebody asks for that of the whole process: so
 * that is asked for first.
 */
export function processorMs(): number {
  process.cpuUsage()
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
