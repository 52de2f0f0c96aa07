// `gatehouse servers fetch`: downloads the package that a server is started from, once a person has
// seen which.
import type { Failure } from '../../../../contract/failure.ts'
import { failure } from '../../../../contract/failure.ts'
import type { Input } from '../../../../contract/ipc/ipc.ts'
import type { PackagePlan } from '../../../../contract/server/package.ts'
import { packageOf } from '../../../../contract/server/package-of.ts'
import type { ServerListing } from '../../../../contract/server/server.ts'
import type { Result } from '../../../../contract/result.ts'
import { printJson } from '../command.ts'
import type { Call, Command } from '../command.ts'
import { complain } from '../output/complain.ts'
import { exit } from '../exit.ts'
import { consent } from './consent.ts'
import { withProgress } from '../output/progress.ts'
import { paint, visible } from '../output/show.ts'
import type { Session } from '../session/session.ts'
import { withEvidence } from '../session/with-evidence.ts'
import { withServer } from './with-server.ts'

export const serversFetch: Command = {
  name: 'servers fetch',
  operands: ['NAME'],
  options: ['scripts', 'yes', 'totp'],
  usage: '[--scripts] [--yes] [--totp CODE]',
  summary:
    'Download the package of an npx or uvx server, or a newer version of it. Shows first what would be downloaded, and asks',
  run: (call) =>
    withServer(call, async (found, session) => {
      const { context, json } = call
      if (packageOf(found.config) === null)
        return complain(
          context,
          failure('package.none', `${found.name} is not started from a package.`),
          json,
        )
      const fetched = await fetchPackage(call, session, found)
      if (!fetched.ok) return complain(context, fetched.error, json)
      if (json) printJson(context, { servers: fetched.value })
      else context.out(`It is downloaded. See: gatehouse servers review ${found.name}\n`)
      return exit.done
    }),
}

/** Looks it up, shows it, asks, and downloads it. Failures also those of `consent`. */
export async function fetchPackage(
  call: Call,
  session: Session,
  { name }: Pick<ServerListing, 'name'>,
): Promise<Result<ServerListing[], Failure>> {
  const found = await lookUp(call, session, { name })
  if (!found.ok) return found
  const agreed = await consent(call, packageText(found.value, call), 'Type yes to download it: ')
  if (!agreed.ok) return agreed
  const scripts = call.options.has('scripts')
  return withEvidence(call, session, true, (evidence) =>
    withProgress(
      call,
      () => `Downloading ${visible(found.value.name)} …`,
      session.call('servers.fetch', {
        name,
        fetch: { plan: found.value.id, scripts },
        ...evidence,
      }),
    ),
  )
}

export function lookUp(
  { context }: Call,
  session: Session,
  what: Input<'servers.package'>,
): Promise<Result<PackagePlan, Failure>> {
  context.note('Looking up the package…\n')
  return session.call('servers.package', what)
}

/** What would be downloaded, and from where. */
export function packageText(plan: PackagePlan, { context, options }: Call): string {
  const { yellow } = paint(context.color)
  const { name, version, registry, integrity, packages, scripts, before } = plan
  const others = packages - 1
  const lines = [
    yellow(`This downloads ${visible(name)} ${visible(version)} from ${visible(registry)}`),
    ...(before === null
      ? []
      : [`  in place of ${visible(before)}${before === version ? ', the same version' : ''}`]),
    `  hash        ${visible(integrity)}`,
    `  with        ${others === 0 ? 'nothing else' : `${others} other package${others === 1 ? '' : 's'} that it needs`}`,
    ...(scripts.length === 0
      ? []
      : [
          `  scripts     ${scripts.map(visible).join(', ')}: ${
            options.has('scripts')
              ? 'run in the sandbox, without network'
              : 'not run. To run them in the sandbox, add --scripts'
          }`,
        ]),
    '  Gatehouse keeps its own copy, and starts the server from it without fetching again.',
  ]
  return `${lines.join('\n')}\n`
}
