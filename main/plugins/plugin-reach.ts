// What a call of a plugin reaches: the plugin itself, folders and hosts. Pure.
import { readHostPattern } from '../../contract/policy/host-pattern.ts'
import type { PluginManifest } from '../../contract/plugin/manifest.ts'
import type { Touch } from '../../contract/call/touch.ts'

/** What the person granted beside the manifest. */
export type PluginGrants = {
  /** Folders that a plugin without mounts of its own may write. */
  readonly writeFolders: readonly string[]
  readonly hosts: readonly string[]
}

export type PluginTouch = Extract<
  Touch,
  { kind: 'plugin.run' | 'fs.read' | 'fs.write' | 'net.connect' }
>

/** The folder that calls work in, as a tool names it. */
const WORKSPACE = '.'

export function pluginTouches(
  { name, mounts, network, hosts }: PluginManifest,
  granted: PluginGrants,
): readonly PluginTouch[] {
  const asked = mounts ?? [
    { path: null, write: false },
    ...granted.writeFolders.map((path) => ({ path, write: true })),
  ]
  return [
    { kind: 'plugin.run', plugin: name },
    ...asked.map(({ path, write }): PluginTouch => ({
      kind: write ? 'fs.write' : 'fs.read',
      path: path ?? WORKSPACE,
    })),
    ...(network ? [...new Set([...hosts, ...granted.hosts])] : []).map((host): PluginTouch => ({
      kind: 'net.connect',
      host: withPort(host),
    })),
  ]
}

/** `name` for 443, `name:port` for any other. */
function withPort(pattern: string): string {
  const { scheme, host, port } = readHostPattern(pattern)
  const own = port ?? (scheme === 'http:' ? 80 : 443)
  return own === 443 ? host : `${host}:${own}`
}

/** The same in sentences, for a person who reviews the plugin. */
export function reachSentences(manifest: PluginManifest, granted: PluginGrants): string[] {
  const touches = pluginTouches(manifest, granted)
  const said = touches.flatMap((touch) => {
    switch (touch.kind) {
      case 'plugin.run':
        return []
      case 'fs.read':
        return [`It reads ${nameOfFolder(touch.path)}.`]
      case 'fs.write':
        return [`It reads and writes ${nameOfFolder(touch.path)}.`]
      case 'net.connect':
        return [`It connects to ${touch.host} and can send there whatever it sees.`]
    }
  })
  return [
    ...said,
    ...(touches.some(({ kind }) => kind === 'fs.read' || kind === 'fs.write')
      ? []
      : ['It has no folder.']),
    ...(touches.some(({ kind }) => kind === 'net.connect') ? [] : ['It has no network.']),
  ]
}

const nameOfFolder = (path: string): string => (path === WORKSPACE ? 'the workspace' : path)
