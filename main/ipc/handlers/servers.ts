import type { Proof } from '../../../contract/approval/approval.ts'
import type { Evidence } from '../../../contract/approval/evidence.ts'
import type { Failure } from '../../../contract/failure.ts'
import type { Handlers, Input } from '../../../contract/ipc/ipc.ts'
import type { Surface } from '../../../contract/call/principal.ts'
import type { Result } from '../../../contract/result.ts'
import type { ServerConfig, ServerListing } from '../../../contract/server/server.ts'
import type {
  FoundClient,
  ServerChange,
  ServerEdit,
} from '../../../contract/server/server-change.ts'
import type {
  ClientFormat,
  ServerImport,
  ServerItem,
  ServerReview,
} from '../../../contract/server/server-review.ts'

type Listings = Promise<Result<ServerListing[], Failure>>

export type ServersService = {
  list(): Listings
  review(name: string): Promise<Result<ServerReview, Failure>>
  accept(
    name: string,
    items: readonly ServerItem[] | 'all',
    digest: string,
    proof: Proof | undefined,
    surface: Surface,
  ): Promise<Result<ServerReview, Failure>>
  close(name: string, item: ServerItem, surface: Surface): Promise<Result<ServerReview, Failure>>
  add(name: string, config: ServerConfig, evidence: Evidence, surface: Surface): Listings
  remove(name: string, surface: Surface): Listings
  start(name: string, evidence: Evidence, surface: Surface): Listings
  edit(wanted: ServerEdit, evidence: Evidence, surface: Surface): Listings
  change(wanted: ServerChange, evidence: Evidence, surface: Surface): Listings
  restart(name: string, surface: Surface): Listings
  found(): Promise<Result<FoundClient[], Failure>>
  readLink(link: string): Promise<Result<{ name: string; config: ServerConfig }, Failure>>
  import(given: Input<'servers.import'>, surface: Surface): Promise<Result<ServerImport, Failure>>
  export(
    format: ClientFormat,
    names: readonly string[] | undefined,
  ): Promise<Result<{ text: string; notes: string[] }, Failure>>
}

type Topic = Extract<keyof Handlers, `servers.${string}`>

export const serverHandlers = (servers: ServersService): Pick<Handlers, Topic> => ({
  'servers.list': () => servers.list(),
  'servers.review': ({ name }) => servers.review(name),
  'servers.accept': ({ name, items, digest, proof }, { surface }) =>
    servers.accept(name, items, digest, proof, surface),
  'servers.close': ({ name, item }, { surface }) => servers.close(name, item, surface),
  'servers.add': ({ name, config, ...evidence }, { surface }) =>
    servers.add(name, config, evidence, surface),
  'servers.remove': ({ name }, { surface }) => servers.remove(name, surface),
  'servers.start': ({ name, ...evidence }, { surface }) => servers.start(name, evidence, surface),
  'servers.edit': ({ proof, confirmed, ...wanted }, { surface }) =>
    servers.edit(wanted, { proof, confirmed }, surface),
  'servers.change': ({ proof, confirmed, ...wanted }, { surface }) =>
    servers.change(wanted, { proof, confirmed }, surface),
  'servers.restart': ({ name }, { surface }) => servers.restart(name, surface),
  'servers.found': () => servers.found(),
  'servers.read-link': ({ link }) => servers.readLink(link),
  'servers.import': (given, { surface }) => servers.import(given, surface),
  'servers.export': ({ format, names }) => servers.export(format, names),
})
