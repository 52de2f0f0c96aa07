// Where the program of a thread of this folder lies.
import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** Beside this file where it is not bundled, else beside the bundle, or beside the folder of its pieces. */
export function workerFile(name: string): string {
  const here = import.meta.dirname
  const paths = [join(here, `${name}.ts`), join(here, `${name}.js`), join(here, '..', `${name}.js`)]
  return paths.find((position) => existsSync(position)) ?? join(here, `${name}.js`)
}
