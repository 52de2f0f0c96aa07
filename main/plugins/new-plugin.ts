// A plugin to begin with, in three languages. Pure.
import type { PluginLanguage } from '../../contract/plugin/draft.ts'

export type PluginFiles = readonly {
  readonly name: string
  readonly text: string
  readonly mode: number
}[]

const program: Readonly<Record<PluginLanguage, (name: string) => string>> = {
  shell: (name) => `${name}.sh`,
  node: (name) => `${name}.mjs`,
  c: (name) => `${name}.wasm`,
}

/** The manifest first. */
export function pluginFiles(name: string, language: PluginLanguage): PluginFiles {
  const source = { shell, node, c }[language](name)
  const file = { shell: `${name}.sh`, node: `${name}.mjs`, c: `${name}.c` }[language]
  return [
    { name: `${name}.toml`, text: manifest(name, language), mode: 0o644 },
    { name: file, text: source, mode: language === 'c' ? 0o644 : 0o755 },
  ]
}

const manifest = (name: string, language: PluginLanguage): string => `tool_name = "${name}"
version = "0.1.0"
description = "Gives the text back."
native = ${language !== 'c'}
program = "${program[language](name)}"
requires_network = false
max_runtime_ms = 5000
category = "text"
risk_tier = "R1"
side_effects = false
# Folders that it may use, such as { path = "workspace" } or { path = "/data/books", write = true }.
mounts = []

[args]
type = "object"
required = ["text"]

[args.properties.text]
type = "string"
max_length = 1024
description = "What is given back."
`

const shell = (name: string): string => `#!/bin/sh
# ${name}: one JSON object in, one out (docs/plugins.md). The text is in args_json, which is JSON
# in a JSON string, so sed turns it back one level. Use another language for more than this.
read -r call
id=$(printf '%s' "$call" | sed -n 's/.*"request_id":"\\([^"]*\\)".*/\\1/p')
args=$(printf '%s' "$call" | sed -n 's/.*"args_json":"\\(\\([^"\\\\]\\|\\\\.\\)*\\)".*/\\1/p')
printf '{"protocol_version":0,"request_id":"%s","ok":true,"data_json":"%s","stdout":"","stderr":""}\\n' "$id" "$args"
`

const node = (name: string): string => `// ${name}: one JSON object in, one out (docs/plugins.md).
let input = ''
for await (const chunk of process.stdin) input += chunk
const { request_id, args_json } = JSON.parse(input)
const { text } = JSON.parse(args_json)
process.stdout.write(
  JSON.stringify({
    protocol_version: 0,
    request_id,
    ok: true,
    data_json: JSON.stringify({ text }),
    stdout: '',
    stderr: '',
  }),
)
`

const c = (
  name: string,
): string => `// ${name}: one JSON object in, one out (docs/plugins.md). Build it with a C compiler for WASI:
//   clang --target=wasm32-wasi -O2 -o ${name}.wasm ${name}.c
#include <stdio.h>
#include <string.h>

static char call[1 << 16];

// The text of a key, still escaped as it is between its quotes.
static const char *text_of(const char *key, size_t *length) {
  const char *at = strstr(call, key);
  if (at == NULL) return NULL;
  at += strlen(key);
  const char *end = at;
  while (*end != '\\0' && *end != '"') end += *end == '\\\\' && end[1] != '\\0' ? 2 : 1;
  *length = (size_t)(end - at);
  return at;
}

int main(void) {
  size_t read = fread(call, 1, sizeof call - 1, stdin);
  call[read] = '\\0';
  size_t id_length = 0, args_length = 0;
  const char *id = text_of("\\"request_id\\":\\"", &id_length);
  const char *args = text_of("\\"args_json\\":\\"", &args_length);
  if (id == NULL || args == NULL) return 1;
  printf("{\\"protocol_version\\":0,\\"request_id\\":\\"%.*s\\",\\"ok\\":true,\\"data_json\\":\\"%.*s\\","
         "\\"stdout\\":\\"\\",\\"stderr\\":\\"\\"}\\n",
         (int)id_length, id, (int)args_length, args);
  return 0;
}
`
