// Where the program of a thread lies.
import { existsSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Beside the file that starts it where that is not bundled, else beside the bundle, or beside the
 * folder of its pieces. @param here `import.meta.dirname` of that file
 */
export function workerFile(here: string, name: string): string {
  const paths = [join(here, `${name}.ts`), join(here, `${name}.js`), join(here, '..', `${name}.js`)]
  return paths.find((position) => existsSync(position)) ?? join(here, `${name}.js`)
}
