// The commands of `gatehouse policy bundle`, in the order of the help.
import type { Command } from '../../command.ts'
import { bundleBuild } from './build.ts'
import { bundleKeygen, bundleSign } from './sign.ts'
import { bundleAccept, bundleAgent, bundleFetch, bundleStatus } from './status.ts'
import { bundleVerify } from './verify.ts'

export const bundleCommands: readonly Command[] = [
  bundleStatus,
  bundleFetch,
  bundleAccept,
  bundleAgent,
  bundleKeygen,
  bundleBuild,
  bundleSign,
  bundleVerify,
]
