// `npm run release -- 0.2.0`: sets the version, dates its part of the changelog, runs every test,
// builds, packs, tries what was packed, and makes the commit and the tag. Pushing them is left to
// the person; the workflow of that name then publishes.
//   npm run release -- 0.2.0 --try      the same, and changes nothing: no file, no commit, no tag
//   npm run release -- 0.2.0 --tagged   as the workflow does it: the tag is there already
// Beside the npm package in out/release it leaves the notes and the bill of materials. The packages
// of the systems are made by `npm run pack` on each of them.
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findNode, plainEnv } from './main/host/launch/node.mjs'
import { ensurePackages, npmProgram } from './main/host/launch/packages.mjs'
import { run, tail } from './main/host/launch/program.mjs'
import { CannotGoOn, runMain, say } from './main/host/launch/say.mjs'
import { billOfMaterials, nodeVersion } from './sbom.mjs'

const root = fileURLToPath(new URL('./', import.meta.url))
/** The title in the changelog of what changed since the last release. */
const UNRELEASED = '## [Unreleased]'
const folder = join(root, 'out', 'release')
const AN_HOUR = 3_600_000

if (process.argv[1] === fileURLToPath(import.meta.url))
  await runMain(async () => {
    const [version = '', ...options] = process.argv.slice(2)
    const unknown = options.find((word) => word !== '--try' && word !== '--tagged')
    if (unknown !== undefined)
      throw new CannotGoOn(`there is no option ${unknown}: use --try or --tagged.`)
    await release(version, options[0] ?? '')
    return 0
  })

/** @param {string} version @param {string} option */
async function release(version, option) {
  const packageFile = join(root, 'package.json')
  const changelogFile = join(root, 'CHANGELOG.md')
  const current = JSON.parse(readFileSync(packageFile, 'utf8')).version
  checkVersion(current, version, option === '--tagged')
  const changelog = readFileSync(changelogFile, 'utf8')
  const notes = notesOf(changelog, version)
  const builder = readFileSync(join(root, 'electron-builder.yml'), 'utf8')
  if (option === '--try') {
    const missing = maintainerMissing(builder)
    if (missing !== null) say(`Before a release: ${missing}`)
  } else checkMaintainer(builder)
  await ensurePackages(root)
  if (option === '') {
    const changed = await git('status', '--porcelain')
    if (changed !== '') throw new CannotGoOn(`commit these first, or take them back:\n${changed}`)
    const today = new Date().toISOString().slice(0, 10)
    writeFileSync(changelogFile, dated(changelog, version, today))
    for (const name of ['package.json', 'package-lock.json']) setVersion(join(root, name), version)
  }
  say('running every test …')
  await step([join(root, 'test', 'run.mjs'), '--whole'])
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const file = await pack()
  await tryPacked(file, option === '--try' ? current : version)
  const sum = createHash('sha256').update(readFileSync(file)).digest('hex')
  const bill = JSON.stringify(billOfMaterials(root, await nodeVersion(root)), null, 2)
  writeFileSync(join(folder, 'gatehouse.cdx.json'), `${bill}\n`)
  writeFileSync(join(folder, 'notes.md'), `${notes}\n`)
  say(`${file} is ready, SHA-256 ${sum}.`)
  if (option !== '') return
  await git('commit', '--quiet', '--all', '--message', `Release ${version}`)
  await git('tag', '--annotate', `v${version}`, '--message', `Gatehouse ${version}`)
  say(`committed and tagged. Publish it: git push origin HEAD v${version}`)
}

/**
 * A version that comes after the current one; the current one itself before anything was released,
 * or where the tag was made already.
 * @param {string} current
 * @param {string} wanted
 * @param {boolean} tagged
 */
export function checkVersion(current, wanted, tagged) {
  const parts = (/** @type {string} */ text) => text.split('.').map(Number)
  if (!/^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)$/.test(wanted))
    throw new CannotGoOn(`"${wanted}" is no version: write it like 0.2.0.`)
  if (tagged && wanted !== current)
    throw new CannotGoOn(`the tag says ${wanted} and package.json says ${current}.`)
  const [now, next] = [parts(current), parts(wanted)]
  const at = next.findIndex((part, index) => part !== now[index])
  if (at >= 0 && (next[at] ?? 0) < (now[at] ?? 0))
    throw new CannotGoOn(`${wanted} comes before ${current}, the version of today.`)
}

/**
 * The packages of Linux name somebody who answers. Names of hosts that belong to nobody (RFC 2606) are
 * no address.
 * @param {string} builder electron-builder.yml
 * @returns {string | null} what is to be done
 */
export function maintainerMissing(builder) {
  const [, maintainer = ''] = /^ {2}maintainer: *(.*)$/m.exec(builder) ?? []
  const [, host] = /^[^<>]+ <[^\s<>@]+@((?:[\w-]+\.)+[a-z]{2,})>$/i.exec(maintainer.trim()) ?? []
  return host === undefined ||
    /(?:^|\.)(?:example|invalid|test|localhost|local|example\.(?:com|net|org))$/i.test(host)
    ? `write who maintains the packages into linux.maintainer of electron-builder.yml, as in Name <name@host>: it is "${maintainer}", where no mail arrives.`
    : null
}

/** @param {string} builder */
export function checkMaintainer(builder) {
  const missing = maintainerMissing(builder)
  if (missing !== null) throw new CannotGoOn(missing)
}

/** The part of the changelog about a version, without its title. @param {string} changelog @param {string} version */
export function notesOf(changelog, version) {
  const parts = partsOf(changelog)
  const part =
    parts.find(({ title }) => title.startsWith(`## [${version}]`)) ??
    parts.find(({ title }) => title.startsWith(UNRELEASED))
  const text = part?.text.trim() ?? ''
  if (!/^- /m.test(text))
    throw new CannotGoOn(`CHANGELOG.md says nothing under "${UNRELEASED}" or "## [${version}]".`)
  return text
}

/** The changelog with the day in the title of the version. @param {string} changelog @param {string} version @param {string} day */
export function dated(changelog, version, day) {
  return changelog.replace(UNRELEASED, `${UNRELEASED}\n\n## [${version}] - ${day}`)
}

/** @param {string} changelog */
function partsOf(changelog) {
  return changelog.split(/^(?=## )/m).map((part) => {
    const [title = '', ...lines] = part.split('\n')
    return { title, text: lines.join('\n') }
  })
}

/** In both paths where npm keeps it. @param {string} file @param {string} version */
function setVersion(file, version) {
  const content = JSON.parse(readFileSync(file, 'utf8'))
  content.version = version
  if (content.packages?.[''] !== undefined) content.packages[''].version = version
  writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`)
}

async function pack() {
  await step(['build.mjs'])
  const { program, first } = npmProgram()
  const words = [...first, 'pack', '--ignore-scripts', '--silent', '--pack-destination', folder]
  const { code, output } = await run(program, words, { cwd: root, timeoutMs: AN_HOUR })
  if (code !== 0) throw new CannotGoOn(`\`npm pack\` failed:\n${tail(output)}`)
  return join(folder, output.trim().split('\n').at(-1) ?? '')
}

/**
 * Installs what was packed into an empty folder, with nothing of this one beside it, and asks it
 * for its version and for what works.
 * @param {string} file
 * @param {string} version
 */
async function tryPacked(file, version) {
  const path = mkdtempSync(join(tmpdir(), 'gatehouse-release-'))
  try {
    writeFileSync(join(path, 'package.json'), '{ "private": true }\n')
    const { program, first } = npmProgram()
    const words = [...first, 'install', '--ignore-scripts', '--no-audit', '--no-fund', file]
    const installed = await run(program, words, { cwd: path, timeoutMs: AN_HOUR })
    if (installed.code !== 0)
      throw new CannotGoOn(`what was packed cannot be installed:\n${tail(installed.output)}`)
    const command = join(path, 'node_modules/gatehouse/main/host/launch/gatehouse.cjs')
    const env = { ...plainEnv(root), GATEHOUSE_HOME: join(path, 'home') }
    const ask = (/** @type {string} */ word) =>
      run(findNode(root), [command, word], { cwd: path, env, timeoutMs: AN_HOUR })
    const said = await ask('--version')
    if (said.code !== 0 || !said.output.includes(version))
      throw new CannotGoOn(`what was packed does not say ${version}:\n${tail(said.output)}`)
    const checked = await ask('doctor')
    if (!/journal/i.test(checked.output))
      throw new CannotGoOn(`what was packed does not run:\n${tail(checked.output)}`)
  } finally {
    rmSync(path, { recursive: true, force: true })
  }
}

/** @param {readonly string[]} words for Node */
async function step(words) {
  const { code } = await run(findNode(root), words, {
    cwd: root,
    env: plainEnv(root),
    timeoutMs: AN_HOUR,
    show: true,
  })
  if (code !== 0) throw new CannotGoOn(`\`node ${words.join(' ')}\` failed.`)
}

/** @param {readonly string[]} words */
async function git(...words) {
  const { code, output } = await run('git', words, { cwd: root, timeoutMs: AN_HOUR })
  if (code !== 0) throw new CannotGoOn(`\`git ${words.join(' ')}\` failed:\n${tail(output)}`)
  return output.trim()
}
