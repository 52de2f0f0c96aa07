// The topic `servers`: what there is, and what has a file of its own beside this one.
import type { Failure } from '../../../contract/failure.ts'
import type { TopicHandlers } from '../../../contract/ipc/ipc.ts'
import { ok, type Result } from '../../../contract/result.ts'
import type { ServerListing } from '../../../contract/server/server.ts'
import { changeServers } from './change-servers.ts'
import { importExportServers } from './import-export-servers.ts'
import { fetchPackage, lookUpPackage } from './fetch-package.ts'
import { grantMissed } from './grant-missed.ts'
import { reviewServers } from './review-servers.ts'
import { searchRegistry } from './search-registry.ts'
import { serverListings } from './server-listings.ts'
import { unknownServer as unknown } from './unknown-server.ts'
import type { ServersServiceDeps } from './servers-service-deps.ts'

export function serversService(deps: ServersServiceDeps): TopicHandlers<'servers'> {
  const { servers, config, relaxation, ending, shown } = deps
  const { now: list, withMissed: listWithMissed } = serverListings(servers, shown)
  const listed = (done: Result<unknown, Failure>): Result<ServerListing[], Failure> =>
    done.ok ? ok(list()) : done

  const reviews = reviewServers(deps)
  const changes = changeServers({ ...deps, listed })
  const clients = importExportServers(deps)

  return {
    'servers.list': async () => ok(await listWithMissed()),
    'servers.review': reviews.review,
    'servers.accept': reviews.accept,
    'servers.questions': reviews.questions,
    'servers.answer-question': reviews.answerQuestion,
    'servers.close': reviews.close,
    'servers.add': changes.add,
    'servers.remove': changes.remove,
    'servers.start': changes.start,
    'servers.edit': changes.edit,
    'servers.change': changes.change,
    'servers.package': (given) =>
      lookUpPackage(given, { servers, config, signal: ending, unknown }),
    'servers.fetch': async (given, { surface }) =>
      listed(
        await fetchPackage(given, {
          servers,
          config,
          relaxation,
          surface,
          unknown,
          signal: ending,
        }),
      ),
    'servers.grant': async (given, { surface }) => {
      const done = await grantMissed(given, {
        servers,
        config,
        relaxation,
        surface,
        unknown,
        ending,
      })
      return done.ok ? ok(await listWithMissed()) : done
    },
    'servers.search': (given) =>
      searchRegistry(given, {
        fetchText: servers.fetchText,
        taken: Object.keys(config.current().servers),
        signal: ending,
      }),
    'servers.restart': async ({ name }, { surface }) =>
      listed(await servers.restart(name, surface)),
    'servers.found': clients.found,
    'servers.read-link': clients.readLink,
    'servers.import': clients.importFrom,
    'servers.export': clients.exportTo,
  }
}
