// pip, as Gatehouse uses it: it works out what a package needs, and downloads just that. Only wheels
// are taken: unpacking one runs nothing of it.
import { lstatSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { failure, type Failure } from '../../../contract/failure.ts'
import { err, ok, type Result } from '../../../contract/result.ts'
import { packageName } from '../../../contract/server/package-of.ts'
import type { PackageCommand } from '../../../contract/server/package-command.ts'
import type { PackageDeps } from './deps.ts'
import { findProgram } from './find-program.ts'
import { INSIDE } from './inside.ts'
import type { Manager, Resolved } from './manager.ts'
import { pythonIndex } from './python-index.ts'
import { lastWords, runTool } from './run-tool.ts'
import { shownAddress } from './settings-text.ts'

const LOOK_MS = 180_000
const FETCH_MS = 600_000

const Report = z.object({
  install: z.array(
    z.object({
      requested: z.boolean().optional(),
      metadata: z.object({ name: z.string(), version: z.string() }),
      download_info: z.object({
        url: z.string(),
        archive_info: z
          .object({
            hashes: z.record(z.string(), z.string()).optional(),
            hash: z.string().optional(),
          })
          .optional(),
      }),
    }),
  ),
})

export const pip: Manager = {
  async look(command, home, deps, signal) {
    const python = findPython(deps.env)
    if (!python.ok) return python
    const index = pythonIndex(deps)
    if (!index.ok) return index
    const { address, certificates } = index.value
    if (certificates !== null) writeFileSync(join(home, 'authority.pem'), certificates)
    const settings = [
      '[global]',
      `index-url = ${address}`,
      ...(certificates === null ? [] : [`cert = ${INSIDE}/authority.pem`]),
    ]
    writeFileSync(join(home, 'pip.conf'), `${settings.join('\n')}\n`, { mode: 0o644 })
    // Beside what pip's own index is, where it keeps the files that it lists.
    const addresses = [
      address,
      ...(new URL(address).host === 'pypi.org' ? ['https://files.pythonhosted.org/'] : []),
    ]
    const ended = await runTool(
      {
        ...frame(python.value, home, [
          '--dry-run',
          '--ignore-installed',
          `--report=${INSIDE}/report.json`,
          '--retries=0',
          `${command.name}${command.wanted}`,
        ]),
        addresses,
        timeMs: LOOK_MS,
        signal,
      },
      deps,
    )
    if (!ended.ok) return ended
    if (ended.value.code !== 0)
      return err(refusal(command, shownAddress(address), ended.value.text))
    return readReport(join(home, 'report.json'), command, address, addresses)
  },
  async fetch({ home, addresses }, deps, signal) {
    const python = findPython(deps.env)
    if (!python.ok) return python
    const words = [
      '--require-hashes',
      '--no-deps',
      '--retries=1',
      `--requirement=${INSIDE}/tree/lock.txt`,
    ]
    const ended = await runTool(
      { ...frame(python.value, home, words), addresses, timeMs: FETCH_MS, signal },
      deps,
    )
    if (!ended.ok) return ended
    if (ended.value.code === 0) return ok(null)
    return err(
      /DO NOT MATCH THE HASHES/.test(ended.value.text)
        ? failure(
            'package.integrity',
            'The registry sent something else than what it had promised. Nothing was kept.',
            'Try again; if it stays so, do not use this registry.',
          )
        : failure(
            'package.failed',
            `pip could not fetch it: ${lastWords(ended.value.text, /ERROR/)}`,
          ),
    )
  },
}

function findPython(env: PackageDeps['env']): Result<string, Failure> {
  const python = findProgram('python3', env)
  return python === null || python.shows !== null
    ? err(
        failure(
          'package.no-pip',
          'This server comes from a Python index, and Gatehouse finds no Python 3 of the system here.',
          'Install python3 and python3-pip, then try again.',
        ),
      )
    : ok(python.at)
}

const frame = (python: string, home: string, words: readonly string[]) => ({
  argv: [
    python,
    '-m',
    'pip',
    'install',
    '--only-binary=:all:',
    '--no-cache-dir',
    '--no-input',
    '--no-compile',
    '--disable-pip-version-check',
    '--no-warn-script-location',
    `--target=${INSIDE}/tree`,
    ...words,
  ] as [string, ...string[]],
  env: { PATH: '/usr/local/bin:/usr/bin:/bin', PIP_CONFIG_FILE: `${INSIDE}/pip.conf` },
  home,
  cwd: `${INSIDE}/tree`,
  readOnly: [],
})

/** Everything has to come from where it was asked for, as a wheel, and to be named by its hash. */
function readReport(
  file: string,
  command: PackageCommand,
  address: string,
  addresses: readonly string[],
): Result<Resolved, Failure> {
  if (!lstatSync(file).isFile()) throw new Error('the report of pip is no file')
  const { install } = Report.parse(JSON.parse(readFileSync(file, 'utf8')))
  const origins = new Set(addresses.map((one) => new URL(one).origin))
  const lines: string[] = []
  let own: { readonly version: string; readonly hash: string } | null = null
  for (const { metadata, download_info: from } of install) {
    const hash =
      from.archive_info?.hashes?.['sha256'] ??
      /^sha256=(.+)$/.exec(from.archive_info?.hash ?? '')?.[1]
    if (!URL.canParse(from.url) || !origins.has(new URL(from.url).origin))
      return err(
        failure(
          'package.origin',
          `${command.name} needs ${metadata.name}, which does not come from your registry but from ${from.url}. Nothing was fetched.`,
          'Gatehouse fetches packages from registries alone.',
        ),
      )
    if (hash === undefined)
      return err(
        failure(
          'package.integrity',
          `The registry gives no hash for ${metadata.name} that can be trusted. Nothing was fetched.`,
        ),
      )
    lines.push(`${metadata.name}==${metadata.version} --hash=sha256:${hash}`)
    if (packageName({ source: 'pypi', name: metadata.name }) === packageName(command))
      own = { version: metadata.version, hash }
  }
  if (own === null)
    return err(
      failure('package.failed', `pip did not find ${command.name} in what it would fetch.`),
    )
  return ok({
    name: packageName(command),
    version: own.version,
    registry: shownAddress(address),
    integrity: `sha256-${own.hash}`,
    program: command.program ?? command.name.replace(/\[.*$/, ''),
    packages: lines.length,
    scripts: [],
    lock: `${lines.join('\n')}\n`,
    addresses,
  })
}

function refusal({ name, wanted }: PackageCommand, address: string, text: string): Failure {
  if (/No module named pip/.test(text))
    return failure(
      'package.no-pip',
      'This server comes from a Python index, and the Python here has no pip.',
      'Install python3-pip, then try again.',
    )
  if (/No matching distribution found|Could not find a version/.test(text))
    return failure(
      'package.unknown',
      `The registry ${address} has no ${name}${wanted} as a wheel for this machine, or something it needs.`,
      'Check the name and the version. Gatehouse takes wheels alone: other packages run their own code while they are installed.',
    )
  return failure(
    'package.failed',
    `pip could not work out what ${name} needs: ${lastWords(text, /ERROR/)}`,
  )
}
