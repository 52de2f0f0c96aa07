// The commands of `gatehouse leases`, in the order of the help.
import type { Command } from '../command.ts'
import { leasesList } from './leases.ts'
import { leasesRevoke } from './leases-revoke.ts'
import { leasesGrant } from './leases-grant.ts'

export const leasesCommands: readonly Command[] = [leasesList, leasesRevoke, leasesGrant]
