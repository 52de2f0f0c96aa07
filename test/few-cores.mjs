// How the compiler and the linter with types run where cores are few and the tests run beside them:
// for the least processor time. Each of their threads works out the same types again, and both may
// collect garbage later than usual.
import { availableParallelism } from 'node:os'

/** With more cores their threads are worth what they cost. */
const FEW = 4
const few = availableParallelism() <= FEW

/** Words for `tsc` that check the types of all projects. */
export const CHECK_TYPES = few ? ['-b', '--checkers', '1'] : ['-b']

/** For the environment of the linter, which is written in Go. */
export const FRUGAL_LINT = { GOGC: '400', ...(few ? { GOMAXPROCS: '1' } : {}) }
