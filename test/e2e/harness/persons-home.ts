// `test` of a spec in which the person's own home matters: each test has a folder of its own as HOME,
// gone after it.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { makeTemporary } from '../../temporary.ts'
import { test } from './test.ts'

/**
 * `files`: what is in that home before the start, by path. `envOf`: the variables that main gets, where
 * that is not HOME.
 */
export const withPersonsHome = (
  files: Readonly<Record<string, string>> = {},
  envOf = (home: string): Record<string, string> => ({ HOME: home }),
) =>
  test.extend<{ personsHome: string }>({
    // Playwright wants to see which other fixtures are asked for, also when there are none.
    // oxlint-disable-next-line no-empty-pattern
    personsHome: async ({}, provide) => {
      const home = makeTemporary('persons-home')
      try {
        for (const [path, text] of Object.entries(files)) {
          mkdirSync(dirname(join(home, path)), { recursive: true })
          writeFileSync(join(home, path), text)
        }
        await provide(home)
      } finally {
        rmSync(home, { recursive: true, force: true, maxRetries: 5 })
      }
    },
    env: async ({ personsHome }, provide) => provide(envOf(personsHome)),
  })
