// What the commands about clients, servers, plugins and credentials print with --json.
import { z } from 'zod'
import { SecretsState } from '../../../../contract/credential.ts'
import { ipc } from '../../../../contract/ipc/ipc.ts'
import type { IpcChannel } from '../../../../contract/ipc/ipc.ts'
import { MissedGrant } from '../../../../contract/server/missed-grant.ts'
import { ServerListing } from '../../../../contract/server/server.ts'
import { clientCommands, connected, disconnected } from './output-shapes.ts'

const of = (channel: IpcChannel): z.ZodType => ipc[channel].output
const object = z.strictObject
const text = z.string()
const servers = object({ servers: of('servers.list') })

export const connectOutputs: Readonly<Record<string, z.ZodType>> = {
  connect: connected,
  disconnect: disconnected,
  'clients list': of('clients.list'),
  'clients add': of('clients.add'),
  'clients commands': clientCommands,
  'clients remove': of('clients.remove'),
  'servers list': servers,
  'servers show': ServerListing,
  'servers search': of('servers.search'),
  'servers add': servers,
  'servers fetch': servers,
  'servers grant': z.union([servers, object({ missed: z.array(MissedGrant) })]),
  'servers review': of('servers.review'),
  'servers label': of('servers.review'),
  'servers trust': servers,
  'servers close': of('servers.close'),
  'servers start': servers,
  'servers questions': object({ questions: of('servers.questions') }),
  'servers answer': object({ questions: of('servers.questions') }),
  'servers remove': of('servers.remove'),
  'servers import': of('servers.import'),
  'servers export': of('servers.export'),
  'plugins list': of('plugins.list'),
  'plugins new': object({ name: text, folder: text, files: z.array(text), language: text }),
  'plugins check': object({ ok: z.boolean(), plugins: z.array(of('plugins.check')) }),
  'plugins pack': z.union([
    object({ archive: text, name: text, version: text, digest: text }),
    of('plugins.check'),
  ]),
  'plugins review': of('plugins.review'),
  'accounts list': object({ accounts: of('accounts.list') }),
  'accounts connect': object({ account: text, signedIn: z.literal(true) }),
  'accounts disconnect': object({ account: text, signedIn: z.literal(false) }),
  'secrets list': object({ ...SecretsState.shape, credentials: of('secrets.list') }),
  'secrets set': of('secrets.set'),
  'secrets remove': object({ credentials: of('secrets.remove') }),
  'secrets unlock': of('secrets.state'),
  'secrets lock': of('secrets.state'),
}
