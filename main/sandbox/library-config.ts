// The configuration of the optional sandbox library, made from the same facts as our own sandboxes.
// Pure.
//
// The library reads everything unless told otherwise, so the folders of people are denied first and
// the workspace is opened in them again. Every path goes over marked as literal: else a `*` in the
// name of a folder would be a pattern.
import type { SandboxRuntimeConfig } from '@anthropic-ai/sandbox-runtime'
import { devicesAlone } from './linux/landlock-alone.ts'

export type LibraryInside = {
  /** Real path. */
  readonly workspace: string
  /** Real path of an empty folder made for this run. */
  readonly tmp: string
  /** Below the workspace: files and folders that stay as they are. */
  readonly guarded: readonly string[]
  /** Beside the folders of people: Gatehouse's own, credential stores. Absolute. */
  readonly closed: readonly string[]
  /**
   * Granted names, as `example.org` or `*.example.org`, with `:port` where it counts. None: no
   * network.
   */
  readonly hosts: readonly string[]
}

/**
 * Where people keep what is theirs; denied whole. On Linux /tmp is not: the library reaches its own
 * proxy through it, so what others left there open can be read. Windows: the account that the
 * library makes has nothing of the profile.
 */
const peopleFolders: Readonly<Record<string, readonly string[]>> = {
  linux: ['/home', '/root', '/mnt', '/media', '/srv', '/opt', '/var', '/run/user'],
  darwin: [
    '/Users',
    '/Volumes',
    '/private/tmp',
    '/private/var/folders',
    '/private/var/root',
    '/Library/Keychains',
  ],
  win32: [],
}

const literal = (path: string): { readonly path: string; readonly literal: true } => ({
  path,
  literal: true,
})

/**
 * For a new session of the library: on Windows it cannot be changed from one command to the next.
 */
export function libraryConfig(inside: LibraryInside, platform: string): SandboxRuntimeConfig {
  const people = peopleFolders[platform] ?? []
  return {
    network: {
      allowedDomains: [...inside.hosts],
      deniedDomains: [],
      strictAllowlist: true,
      // Else it would go through the proxy that our own environment names.
      parentProxy: { noProxy: '*' },
      allowUnixSockets: [],
      allowAllUnixSockets: false,
      allowLocalBinding: false,
    },
    filesystem: {
      denyRead: [...people, ...inside.closed].map(literal),
      allowRead: [inside.workspace, inside.tmp].map(literal),
      allowWrite: [
        inside.workspace,
        inside.tmp,
        ...(platform === 'win32' ? [] : devicesAlone.slice(0, 1)),
      ].map(literal),
      denyWrite: inside.guarded.map(literal),
      allowGitConfig: false,
    },
    enableWeakerNestedSandbox: false,
    enableWeakerNetworkIsolation: false,
    allowAppleEvents: false,
    allowPty: false,
  }
}
