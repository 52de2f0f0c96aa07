// The bill of materials of what ships, as CycloneDX 1.6: the packages that are really in the
// bundles (out/renderer/licences.json), the Electron and the Node they run on. Says nothing of the
// day it is made: the same sources give the same bytes.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findNode } from './main/host/launch/node.mjs'
import { run } from './main/host/launch/program.mjs'

/** @typedef {{name: string, version: string, licence: string}} Shipped */
/** @typedef {{type: string, 'bom-ref': string, name: string, version: string, purl: string, licenses: readonly object[], hashes?: readonly object[]}} Component */

/** @param {string} root @param {string} node version of the Node that comes along */
export function billOfMaterials(root, node) {
  const read = (/** @type {string} */ name) => JSON.parse(readFileSync(join(root, name), 'utf8'))
  const about = read('package.json')
  const locked = read('package-lock.json').packages
  /** @type {readonly Shipped[]} */
  const shipped = read('out/renderer/licences.json')
  const packages = shipped.filter(({ name }) => name !== about.name)
  const components = [
    ...packages.map((one) => component(one, integrityOf(locked, one))),
    {
      ...component({ name: 'node', version: node, licence: 'MIT' }, undefined),
      purl: `pkg:generic/node@${node}`,
    },
  ]
  const main = component({ name: about.name, version: about.version, licence: about.license })
  const content = {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { ...main, type: 'application' } },
    components,
    dependencies: [
      { ref: main['bom-ref'], dependsOn: components.map((one) => one['bom-ref']) },
      ...components.map((one) => ({ ref: one['bom-ref'], dependsOn: [] })),
    ],
  }
  return { ...content, serialNumber: `urn:uuid:${uuidOf(JSON.stringify(content))}` }
}

/** The version of the Node that packages bring along. @param {string} root */
export async function nodeVersion(root) {
  const { output } = await run(findNode(root), ['--version'], { timeoutMs: 60_000 })
  return output.trim().replace(/^v/, '')
}

/** @param {Shipped} shipped @param {string} [integrity] @returns {Component} */
function component({ name, version, licence }, integrity) {
  const purl = `pkg:npm/${name.replace(/^@/, '%40')}@${version}`
  // One licence has an identifier; more of them, or words of its own, are an expression or a name.
  const licenses = /^[\w.-]+$/.test(licence)
    ? [{ license: { id: licence } }]
    : / (OR|AND|WITH) /.test(licence)
      ? [{ expression: licence }]
      : [{ license: { name: licence === '' ? 'see the package' : licence } }]
  const hashes = integrity === undefined ? {} : { hashes: [hashOf(integrity)] }
  return { type: 'library', 'bom-ref': purl, name, version, purl, licenses, ...hashes }
}

/** As npm writes it, `sha512-` and base64. @param {string} integrity */
function hashOf(integrity) {
  const [algorithm = '', value = ''] = integrity.split(/-(.*)/s)
  return {
    alg: algorithm.replace(/^sha/, 'SHA-'),
    content: Buffer.from(value, 'base64').toString('hex'),
  }
}

/** @param {Record<string, {version?: string, integrity?: string}>} locked @param {Shipped} shipped */
function integrityOf(locked, { name, version }) {
  const found = Object.entries(locked).find(
    ([path, one]) =>
      (path === `node_modules/${name}` || path.endsWith(`/node_modules/${name}`)) &&
      one.version === version,
  )
  return found?.[1].integrity
}

/** A UUID of version 5's form, out of the content. @param {string} content */
function uuidOf(content) {
  const hex = createHash('sha256').update(content).digest('hex')
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `5${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-')
}
