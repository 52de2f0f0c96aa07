// npm, as Gatehouse uses it: it works out what a package needs, and downloads just that. It never
// runs a script of a package; what it writes lies in a folder of ours.
import { existsSync, lstatSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { failure, type Failure } from '../../../contract/failure.ts'
import { err, ok, type Result } from '../../../contract/result.ts'
import { packageName } from '../../../contract/server/package-of.ts'
import type { PackageCommand } from '../../../contract/server/package-command.ts'
import type { PackageDeps } from './deps.ts'
import type { Manager, Resolved } from './manager.ts'
import { findProgram, isShown, packageFolder } from './find-program.ts'
import { INSIDE } from './inside.ts'
import { npmRegistry } from './npm-registry.ts'
import { lastWords, runTool } from './run-tool.ts'
import { shownAddress } from './settings-text.ts'

const LOOK_MS = 90_000
const FETCH_MS = 600_000
const BUILD_MS = 1_200_000

const Lock = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.string().optional(),
      resolved: z.string().optional(),
      integrity: z.string().optional(),
      bin: z.record(z.string(), z.string()).optional(),
      hasInstallScript: z.boolean().optional(),
      link: z.boolean().optional(),
      inBundle: z.boolean().optional(),
    }),
  ),
})
type Lock = z.infer<typeof Lock>

type Npm = { readonly node: string; readonly cli: string; readonly readOnly: readonly string[] }

function findNpm(env: PackageDeps['env']): Result<Npm, Failure> {
  const node = findProgram('node', env)
  const npm = findProgram('npm', env)
  if (node === null || npm === null || !npm.real.endsWith('npm-cli.js'))
    return err(
      failure(
        'package.no-npm',
        'This server comes from npm, and Gatehouse finds no Node.js with npm here.',
        'Install Node.js with npm, then try again.',
      ),
    )
  const readOnly = [
    ...(node.shows === null ? [] : [node.shows]),
    ...(isShown(npm.real) ? [] : [packageFolder(npm.real)]),
  ]
  return ok({ node: node.shows ?? node.at, cli: npm.real, readOnly })
}

export const npm: Manager = {
  async look(command, home, deps, signal) {
    const found = findNpm(deps.env)
    if (!found.ok) return found
    const registry = npmRegistry(command.name, deps, [
      join(packageFolder(found.value.node), 'etc', 'npmrc'),
    ])
    if (!registry.ok) return registry
    const { address, all, lines, certificates } = registry.value
    if (certificates !== null) writeFileSync(join(home, 'authority.pem'), certificates)
    const settings = [
      ...lines,
      ...(certificates === null ? [] : [`cafile=${INSIDE}/authority.pem`]),
      'ignore-scripts=true',
      'omit-lockfile-registry-resolved=false',
    ]
    writeFileSync(join(home, '.npmrc'), `${settings.join('\n')}\n`, { mode: 0o644 })
    const wanted = command.wanted === '' ? 'latest' : command.wanted
    const own = {
      name: 'gatehouse-server',
      private: true,
      dependencies: { [command.name]: wanted },
    }
    writeFileSync(join(home, 'tree', 'package.json'), `${JSON.stringify(own, null, 2)}\n`)
    const ended = await runTool(
      {
        ...frame(found.value, home, ['install', '--package-lock-only', '--fetch-retries=0']),
        addresses: all,
        timeMs: LOOK_MS,
        signal,
      },
      deps,
    )
    if (!ended.ok) return ended
    if (ended.value.code !== 0)
      return err(refusal(command, shownAddress(address), ended.value.text))
    return readLock(join(home, 'tree', 'package-lock.json'), command, registry.value)
  },
  async fetch({ home, addresses, scripts }, deps, signal) {
    const found = findNpm(deps.env)
    if (!found.ok) return found
    const ended = await runTool(
      {
        ...frame(found.value, home, ['ci', '--fetch-retries=1', '--fetch-retry-mintimeout=1000']),
        addresses,
        timeMs: FETCH_MS,
        signal,
      },
      deps,
    )
    if (!ended.ok) return ended
    if (ended.value.code !== 0) return err(failedInstall(ended.value.text))
    if (!scripts) return ok(null)
    // With no network: what a script needs has to be in its package.
    const built = await runTool(
      {
        ...frame(found.value, home, ['rebuild', '--ignore-scripts=false', '--foreground-scripts']),
        addresses: [],
        timeMs: BUILD_MS,
        signal,
      },
      deps,
    )
    if (!built.ok) return built
    return built.value.code === 0
      ? ok(null)
      : err(
          failure(
            'package.scripts',
            `A script of the package failed in the sandbox: ${lastWords(built.value.text, /npm (error|ERR!)/)}`,
            'Fetch it without its scripts; most packages work without.',
          ),
        )
  },
}

function frame({ node, cli, readOnly }: Npm, home: string, words: readonly string[]) {
  return {
    argv: [
      node,
      cli,
      ...words,
      '--no-audit',
      '--no-fund',
      '--no-update-notifier',
      '--omit=dev',
      '--loglevel=error',
      `--globalconfig=${INSIDE}/none`,
    ] as [string, ...string[]],
    env: {
      PATH: `${packageFolder(node)}/bin:/usr/local/bin:/usr/bin:/bin`,
      npm_config_cache: `${INSIDE}/cache`,
      // A native part is built without network: with the headers of the Node that is here.
      ...(existsSync(`${packageFolder(node)}/include/node/node_version.h`)
        ? { npm_config_nodedir: packageFolder(node) }
        : {}),
    },
    home,
    cwd: `${INSIDE}/tree`,
    readOnly,
  }
}

/** Everything in it has to come from a registry of the person's, and to be named by its hash. */
function readLock(
  file: string,
  command: PackageCommand,
  { address, all }: { readonly address: string; readonly all: readonly string[] },
): Result<Resolved, Failure> {
  if (!lstatSync(file).isFile()) throw new Error('the list of npm is no file')
  const text = readFileSync(file, 'utf8')
  const lock: Lock = Lock.parse(JSON.parse(text))
  const origins = new Set(all.map((one) => new URL(one).origin))
  const entries = Object.entries(lock.packages).filter(([at]) => at !== '')
  for (const [at, { resolved, integrity, link, inBundle }] of entries) {
    // It comes inside of another one, whose hash holds it too.
    if (inBundle === true) continue
    const name = at.replace(/^.*node_modules\//, '')
    if (
      link === true ||
      resolved === undefined ||
      !URL.canParse(resolved) ||
      !origins.has(new URL(resolved).origin)
    )
      return err(
        failure(
          'package.origin',
          `${command.name} needs ${name}, which does not come from your registry${resolved === undefined ? '' : ` but from ${resolved}`}. Nothing was fetched.`,
          'Gatehouse fetches packages from registries alone.',
        ),
      )
    if (integrity === undefined || !/(^|\s)sha(256|384|512)-/.test(integrity))
      return err(
        failure(
          'package.integrity',
          `The registry gives no hash for ${name} that can be trusted. Nothing was fetched.`,
        ),
      )
  }
  const own = lock.packages[`node_modules/${command.name}`]
  const program = own === undefined ? null : programOf(command, own.bin ?? {})
  if (own?.version === undefined || own.integrity === undefined || program === null)
    return err(
      failure(
        'package.program',
        `The package ${command.name} has no program ${command.program ?? 'of its own'}.`,
        'Check the name of the package.',
      ),
    )
  return ok({
    name: packageName(command),
    version: own.version,
    registry: shownAddress(address),
    integrity: own.integrity,
    program,
    packages: entries.length,
    scripts: entries.flatMap(([at, { hasInstallScript }]) =>
      hasInstallScript === true ? [at.replace(/^.*node_modules\//, '')] : [],
    ),
    lock: text,
    addresses: all,
  })
}

/** As npx chooses: the one that is named, the only one, or the one of the package's own name. */
function programOf(
  { name, program }: PackageCommand,
  bin: Readonly<Record<string, string>>,
): string | null {
  const names = Object.keys(bin)
  if (program !== null) return names.includes(program) ? program : null
  const own = name.replace(/^@[^/]+\//, '')
  const [only] = names
  const paths = new Set(Object.values(bin))
  if (names.includes(own)) return own
  return only !== undefined && (names.length === 1 || paths.size === 1) ? only : null
}

function refusal({ name, wanted }: PackageCommand, address: string, text: string): Failure {
  if (/\bE404\b/.test(text))
    return failure(
      'package.unknown',
      `The registry ${address} has no package ${name}, or something it needs.`,
      'Check the name of the package.',
    )
  if (/\bETARGET\b/.test(text))
    return failure(
      'package.version',
      `The registry ${address} has no version ${wanted === '' ? 'latest' : wanted} of ${name}, or of something it needs.`,
      'Name another version.',
    )
  if (/\bE40[13]\b/.test(text))
    return failure(
      'package.denied',
      `The registry ${address} does not let you read ${name}.`,
      'Sign in with npm login, then try again.',
    )
  return failure(
    'package.failed',
    `npm could not work out what ${name} needs: ${lastWords(text, /npm (error|ERR!)/)}`,
  )
}

const failedInstall = (text: string): Failure =>
  /\bEINTEGRITY\b/.test(text)
    ? failure(
        'package.integrity',
        'The registry sent something else than what it had promised. Nothing was kept.',
        'Try again; if it stays so, do not use this registry.',
      )
    : failure('package.failed', `npm could not fetch it: ${lastWords(text, /npm (error|ERR!)/)}`)
