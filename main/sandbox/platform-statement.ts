// What is said about the sandbox on systems other than Linux. Nothing here is called enforced: that
// takes a trial.
import { assertNever } from '../../contract/never.ts'
import type { Protection } from '../../contract/protection.ts'
import { libraryBackend } from './library-backend.ts'
import {
  allAre,
  protectionIds,
  protectionsOf,
  type ProtectionId,
  type Tried,
} from './protections.ts'

export type OtherSystem = 'darwin' | 'win32'
const LINUX = 'Run Gatehouse on Linux to use commands.'

/**
 * `library`: whether the optional sandbox library is installed. Any other system than these two has
 * nothing at all.
 */
export function statement(platform: string, library: boolean): readonly Protection[] {
  if (platform === 'darwin') return darwinStatement('It was not tried.')
  if (platform === 'win32') return protectionsFor('win32', windowsText(library))
  return allAre('impossible', `There is no sandbox for ${platform}.`, LINUX)
}

/**
 * `statement` for this machine, after looking whether the library is there. For a Mac there is
 * `trySeatbelt` besides.
 */
export async function statementHere(platform: string): Promise<readonly Protection[]> {
  return statement(platform, platform === 'win32' && (await libraryBackend()) !== null)
}

/** For a Mac on which nothing could be tried; `why` is one sentence. */
export function darwinStatement(why: string): readonly Protection[] {
  const untried: Tried = {
    state: 'missing',
    detail: `There is a Seatbelt profile for this. ${why}`,
    how: LINUX,
  }
  return protectionsFor('darwin', { files: untried, network: untried, processes: untried })
}

/** What was tried on this system, and beside it what cannot be had there. */
export function protectionsFor(
  system: OtherSystem,
  tried: Partial<Record<ProtectionId, Tried>>,
): readonly Protection[] {
  return protectionsOf({ ...unable(system), ...tried })
}

const cannot = (detail: string): Tried => ({ state: 'impossible', detail, how: LINUX })

function unable(system: OtherSystem): Readonly<Record<ProtectionId, Tried>> {
  switch (system) {
    case 'darwin':
      return {
        files: cannot('Not tried.'),
        network: cannot('Not tried.'),
        processes: cannot('Not tried.'),
        seccomp: cannot(
          'macOS has no system-call filter for programs like us. The profile closes services, devices and sockets instead.',
        ),
        privileges: {
          state: 'missing',
          detail:
            'A command has the rights of your account. That set-user-id programs do not start behind the profile was not tried.',
          how: LINUX,
        },
        'second-wall': cannot('macOS has no Landlock.'),
        'outer-user': {
          state: 'missing',
          detail: 'A command would belong to the account that Gatehouse runs as.',
          how: LINUX,
        },
        limits: cannot(
          'macOS counts processes per account only, so a command cannot have a number of its own.',
        ),
        memory: cannot('macOS does not hold a command to an amount of memory.'),
        helper: cannot('Commands are refused, so there is no helper that starts them.'),
        kill: cannot(
          'macOS has no process namespace: a program that leaves its group outlives the stop. So commands are refused.',
        ),
      }
    case 'win32': {
      const detail =
        'Windows needs a restricted token in a job object, which takes a program of our own in machine code. Gatehouse has none.'
      const all = protectionIds.map((id) => [
        id,
        cannot(id === 'seccomp' ? 'Windows has no system-call filter.' : detail),
      ])
      return Object.fromEntries(all) as Record<ProtectionId, Tried>
    }
    default:
      return assertNever(system, 'unable')
  }
}

/**
 * What the library's own account, firewall rules and write-restricted token are meant to hold.
 * Never tried by us.
 */
function windowsText(library: boolean): Partial<Record<ProtectionId, Tried>> {
  const detail = library
    ? 'The optional sandbox library is installed. It was never tried on Windows by us, so commands are refused.'
    : 'Impossible without the optional sandbox library, which was never tried on Windows by us. Commands are refused.'
  const untried: Tried = {
    state: library ? 'missing' : 'impossible',
    detail,
    how: LINUX,
  }
  return { files: untried, network: untried }
}
