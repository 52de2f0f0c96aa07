// Which Chromium the tests drive: the system's; else one that Playwright has downloaded. Specs take
// its headless shell where there is one.
import { existsSync, readdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { findProgram, isProgram } from '../main/host/launch/program.mjs'

/**
 * Without the spare process that Chromium keeps ready for the next page: a tenth of what a spec
 * costs.
 */
export const LEAN = /** @type {const} */ (['--renderer-process-limit=1'])

const ON_PATH = [
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'chrome',
  'microsoft-edge',
]

const INSTALLED = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  `${process.env['PROGRAMFILES'] ?? 'C:\\Program Files'}\\Google\\Chrome\\Application\\chrome.exe`,
  `${process.env['PROGRAMFILES(X86)'] ?? 'C:\\Program Files (x86)'}\\Microsoft\\Edge\\Application\\msedge.exe`,
]

/** The file to start, or null. GATEHOUSE_CHROMIUM, when set, is believed. @returns {string | null} */
export function findChromium() {
  const reported = process.env['GATEHOUSE_CHROMIUM']
  if (reported !== undefined && reported !== '') return reported
  for (const name of ON_PATH) {
    const file = findProgram(name)
    if (file !== null) return file
  }
  return INSTALLED.find(isProgram) ?? downloadedByPlaywright('chromium', DOWNLOADED)
}

/** Debian's command is a script that stays between, so its program is taken. */
export const HEADLESS_SHELL = '/usr/lib/chromium/chromium-headless-shell'

/**
 * The same engine without the browser's own windows, which nobody sees in a test: a spec costs a third
 * less. The benches keep to the whole browser, so that their figures can be compared.
 * @returns {string | null}
 */
export function findHeadlessShell() {
  const reported = process.env['GATEHOUSE_CHROMIUM']
  if (reported !== undefined && reported !== '') return reported
  return (
    [HEADLESS_SHELL].find(isProgram) ??
    downloadedByPlaywright('chromium_headless_shell', [
      'chrome-headless-shell-linux64/chrome-headless-shell',
      'chrome-linux/headless_shell',
      'chrome-headless-shell-mac-arm64/chrome-headless-shell',
      'chrome-headless-shell-mac-x64/chrome-headless-shell',
      'chrome-mac/headless_shell',
      'chrome-headless-shell-win64/chrome-headless-shell.exe',
      'chrome-win/headless_shell.exe',
    ]) ??
    findChromium()
  )
}

/** What Playwright downloads as its Chromium. */
const DOWNLOADED = [
  'chrome-linux/chrome',
  'chrome-linux64/chrome',
  'chrome-mac/Chromium.app/Contents/MacOS/Chromium',
  'chrome-mac-arm64/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing',
  'chrome-mac-x64/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing',
  'chrome-win/chrome.exe',
  'chrome-win64/chrome.exe',
]

/**
 * Newest first. Looks where Playwright puts its browsers, without loading Playwright.
 * @param {string} name Of the folder, before the number of the build.
 * @param {readonly string[]} files
 */
function downloadedByPlaywright(name, files) {
  const folder = playwrightFolder()
  if (!existsSync(folder)) return null
  const builds = readdirSync(folder)
    .filter((build) => build.startsWith(`${name}-`))
    .map((build) => ({ build, number: Number(build.slice(name.length + 1)) }))
    .filter(({ number }) => Number.isInteger(number))
    .toSorted((a, b) => b.number - a.number)
  return (
    builds.flatMap(({ build }) => files.map((file) => join(folder, build, file))).find(isProgram) ??
    null
  )
}

function playwrightFolder() {
  const reported = process.env['PLAYWRIGHT_BROWSERS_PATH']
  if (reported !== undefined && reported !== '') return reported
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Caches', 'ms-playwright')
  if (process.platform === 'win32')
    return join(process.env['LOCALAPPDATA'] ?? homedir(), 'ms-playwright')
  return join(homedir(), '.cache', 'ms-playwright')
}
