// Starts a program that runs for long inside the sandbox. Never decides whether it may run.
import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { failure, type Failure } from '../../../contract/failure.ts'
import { err, ok, type Result } from '../../../contract/result.ts'
import { bounds } from '../command-bounds.ts'
import { reporterVariables } from '../linux/attempt-reporters.ts'
import { bubblewrapData, fitsFirst, LINE_BYTES, type Shown } from '../linux/bubblewrap.ts'
import type { HostUser } from '../linux/host-user.ts'
import type { IsolationProfiles } from '../linux/isolation-profile.ts'
import { comparison, jobLine, quoted } from '../linux/job-line.ts'
import { listenForDescriptors } from '../spawner/direct-descriptors.ts'
import { tooLong } from './child.ts'
import { converse } from './converse.ts'
import { PROGRAM_HOME, PROGRAM_PACKAGE, type Program } from './program.ts'
import { viewOf, type ClosedIn } from './program-view.ts'
import { proxyVariablesPast } from './proxy.ts'
import type { Running } from './running.ts'

/** Perl builds the second wall, and obeys some variables of its own name before that. */
const NAME = /^(?!PERL)[A-Za-z_][A-Za-z0-9_]*$/

/** Starts it; resolves as soon as it was handed to the helper. `as`: whom it belongs to outside. */
export async function startProgram(
  profiles: IsolationProfiles,
  program: Program,
  closed: ClosedIn,
  as: HostUser | null,
): Promise<Result<Running, Failure>> {
  const { argv, env, proxy, limits } = program
  if (Object.keys(env).some((name) => !NAME.test(name)))
    return err(
      failure(
        'program.environment',
        'A variable has an invalid name, or a name that begins with PERL.',
      ),
    )
  if ([...argv, ...Object.values(env)].some((text) => text.includes('\0'))) {
    return err(failure('command.nul', 'An argument or a variable holds a NUL character.'))
  }
  const view = await viewOf(profiles, program, closed, as)
  if (!view.ok) return view
  const { shown, mounts, helperFiles, proxySocket } = view.value
  const home = program.home === null ? '/tmp' : PROGRAM_HOME
  const reports = proxy !== null && program.reports === true
  const variables = {
    HOME: home,
    ...env,
    ...(proxy === null ? {} : proxyVariablesPast(program.direct ?? [])),
    ...(reports ? reporterVariables(env) : {}),
  }
  const bound = {
    processes: Math.min(limits.processes, bounds.processes),
    memoryBytes: Math.min(limits.memoryBytes, bounds.memoryBytes),
    weight: bounds.weight,
  }
  // Where a group holds the sum, one process may have all of it; what it only reserves must not
  // count.
  const dataBytes = profiles.bounded
    ? bounds.dataBytes
    : Math.min(bound.memoryBytes + (limits.reservedBytes ?? 0), bounds.dataBytes)
  if (program.inner !== undefined) {
    const refused = await writeInner(profiles, program, mounts)
    if (refused !== null) return err(refused)
  }
  const job = jobLine(
    profiles.hostLayout,
    profiles.wrap(mounts, argv, {
      ...(program.sockets === undefined ? {} : { sockets: program.sockets }),
      terminal: program.inner !== undefined,
    }),
    {
      processes: bound.processes,
      dataBytes,
      ...(limits.cpuSeconds === undefined ? {} : { cpuSeconds: limits.cpuSeconds }),
    },
  )
  // The second wall would say that its program is missing, and could not be told from one that
  // cannot be built.
  const word = `gatehouse-${randomUUID()}`
  const named = `${exactly(variables)}command -v ${quoted(argv[0])} >/dev/null || { echo 'There is no such program.' >&2; exit 127; }; `
  const first = [...comparison(view.value.closed, word), named]
  if (Buffer.byteLength(job) > LINE_BYTES || !fitsFirst(first)) return err(tooLong())
  const data = bubblewrapData(profiles.hostLayout, {
    env: {},
    cwd: program.cwd ?? home,
    shown,
    helperFiles,
    lookups: proxySocket !== null,
    reports,
    first,
    job,
  })
  const template = profiles.template({
    as,
    enter: [],
    proxy: proxySocket,
    stdin: true,
    sockets: program.sockets === true,
    short: program.short === true,
    bound,
  })
  const directDescriptors = program.short === true ? null : await listenForDescriptors()
  const start = {
    data,
    timeMs: null,
    keep: { stdout: null, stderr: null },
    directDescriptors: directDescriptors?.folder ?? null,
  }
  return ok(
    converse(
      program.signal,
      directDescriptors,
      (listener) => profiles.spawner.start(template, start, listener),
      program.onError,
    ),
  )
}

/**
 * The file that its inner command is started by. It is in a folder that is only read inside, so
 * nobody there can change it.
 */
async function writeInner(
  profiles: IsolationProfiles,
  { inner, package: folder }: Program,
  shown: readonly Shown[],
): Promise<Failure | null> {
  const layer = inner === undefined ? null : profiles.wrapInner(shown, inner.argv)
  if (inner === undefined || folder === undefined || layer === null)
    return failure(
      'sandbox.missing',
      'This program needs a second wall around what it starts, which cannot be built here.',
      'Run `gatehouse doctor` to see what is missing.',
    )
  await writeFile(join(folder, FILTER), layer.filter, { mode: 0o644 })
  const line = `#!/bin/sh\nexec 9<${PROGRAM_PACKAGE}/${FILTER}\nexec ${layer.argv.map(quoted).join(' ')}\n`
  await writeFile(join(folder, inner.name), line, { mode: 0o755 })
  return null
}

const FILTER = 'filter'

/**
 * By the shell and not as words of a program, which everybody on the machine could read in its
 * command line.
 */
const exactly = (env: Readonly<Record<string, string>>): string =>
  `unset PWD OLDPWD; PATH=/usr/bin:/bin; ${Object.entries(env)
    .map(([name, value]) => `export ${name}=${quoted(value)}; `)
    .join('')}`
