// What the shared database says, in words that tell a person what to do.
import type { FleetDatabase } from '../../contract/fleet/database.ts'
import { failure, type Failure } from '../../contract/failure.ts'

/** By PostgreSQL's own codes (its manual, appendix A); by the system's where no answer came. */
export function databaseFailure(error: unknown, { host, database }: FleetDatabase): Failure {
  const code = codeOf(error)
  switch (code) {
    case '28P01':
    case '28000':
      return failure(
        'fleet.refused',
        `The database at ${host} did not let this machine in.`,
        'Ask the administrator whether the machine was added, and store its password again.',
      )
    case '3D000':
      return failure('fleet.refused', `There is no database “${database}” at ${host}.`)
    case '42501':
      return failure(
        'fleet.refused',
        `The database at ${host} does not take rows of this machine: it was not added there under this name, or was revoked.`,
      )
    case '53300':
      return failure('fleet.busy', `The database at ${host} has no connection left.`)
    case '53100':
      return failure('fleet.full', `The disk of the database at ${host} is full.`)
    case '42P01':
    case '3F000':
    case '42883':
      return failure(
        'fleet.schema',
        `The database at ${host} has no tables of Gatehouse yet.`,
        'An administrator applies what `gatehouse fleet init --print` prints.',
      )
    case '55P03':
      return failure(
        'fleet.slow',
        `Another machine keeps the database at ${host} waiting.`,
        'Gatehouse tries again. A machine that holds it for two minutes is disconnected.',
      )
    case '57014':
      return failure('fleet.slow', `The database at ${host} took too long to answer.`)
    default:
      return failure(
        'fleet.unreachable',
        `The database at ${host} could not be used: ${textOf(error)}.`,
      )
  }
}

/** A refusal is about another user and another password where a person reads. */
export const asReaderSays = (
  said: Failure,
  { host, user }: Pick<FleetDatabase, 'host' | 'user'>,
): Failure =>
  said.code === 'fleet.refused'
    ? failure(
        'fleet.refused',
        `The database at ${host} did not let “${user}” read.`,
        'Check fleet.reader in the configuration, store the credential fleet-reader-password again, and ask the administrator whether that user is in the role gatehouse_reader.',
      )
    : said.code === 'fleet.slow'
      ? failure(
          'fleet.slow',
          said.text,
          'Ask for less: a shorter time, one machine, or a tool or host instead of free text.',
        )
      : said

export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : ''
}

/** One line: what a server writes there may have many, and is in a sentence. */
const textOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error))
    .replaceAll(/[\s\p{C}]+/gu, ' ')
    .slice(0, 300)
    .replace(/\.$/, '')
