// A plugin of a shell script, for tests of what is said about plugins: nobody starts it.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Its manifest: one that takes a text. `pattern`: what the text has to look like. */
export const shellPlugin = (name: string, description: string, pattern?: string): string => `\
tool_name = "${name}"
version = "1.0.0"
description = "${description}"
native = true
program = "run.sh"
[args]
required = ["text"]
[args.properties.text]
type = "string"
${pattern === undefined ? '' : `pattern = "${pattern}"\n`}`

/** Puts it there, beside others. */
export function writeShellPlugin(folder: string, name: string, manifest: string): void {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, `${name}.toml`), manifest)
  writeFileSync(join(folder, 'run.sh'), '#!/bin/sh\n', { mode: 0o755 })
}
