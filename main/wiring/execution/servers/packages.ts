// Joins the packages of servers to the sandbox and the way out: a package manager reaches the
// person's own registry, wherever that is, and nothing else.
import { mkdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import type { Outbound } from '../../../egress/outbound.ts'
import { usualLimits } from '../../../mcp/client/limits.ts'
import type { PackageDeps } from '../../../mcp/packages/deps.ts'
import { openPackages, type Packages } from '../../../mcp/packages/packages.ts'
import { hashFile } from '../../../sandbox/files/hash-file.ts'
import { hostUser, makeOwnFolder } from '../../../sandbox/linux/host-user.ts'
import type { Runner } from '../../../sandbox/runner-powers.ts'

type Deps = {
  readonly runner: Pick<Runner, 'start'>
  readonly outbound: Outbound
  /** Of Gatehouse's data. */
  readonly dataDir: string
  readonly socketFolder: string
  readonly sha256: (text: string) => string
}

/** @param person whose configuration says where packages come from. */
export const wirePackages = (
  { runner, outbound, dataDir, socketFolder, sha256 }: Deps,
  person: Pick<PackageDeps, 'home' | 'env'> = { home: homedir(), env: process.env },
): Packages =>
  openPackages({
    start: runner.start,
    folder: join(dataDir, 'packages'),
    makeOwnFolder,
    async proxy({ home, addresses, signal, onAttempt }) {
      mkdirSync(socketFolder, { recursive: true, mode: 0o700 })
      const urls = addresses.map((address) => new URL(address))
      return outbound.childProxy({
        mode: {
          kind: 'granted',
          hosts: urls.map(({ hostname, port, protocol }) => ({
            host: hostname,
            port: port === '' ? (protocol === 'http:' ? 80 : 443) : Number(port),
          })),
          patterns: [],
        },
        // The person's own configuration names it, so it may be on this machine or network.
        origins: urls.map(({ origin }) => origin),
        hosts: () => urls.map(({ origin }) => origin),
        socketFolder,
        owner: await hostUser(home),
        signal,
        onAttempt,
      })
    },
    ...person,
    sha256,
    hashFile,
    limits: { memoryBytes: usualLimits.memoryBytes, processes: usualLimits.processes },
  })
