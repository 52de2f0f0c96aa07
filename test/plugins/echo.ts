// The manifest of the echo tool, in the form of the plugins that came before.

export const ECHO = `tool_name = "echo"
version = "0.1.0"
description = "Echo text back."
[args]
type = "object"
required = ["text"]
[args.properties.text]
type = "string"
max_length = 1024
`

/** With further lines among its first. */
export const echoWith = (lines: string): string => ECHO.replace('[args]', `${lines}\n[args]`)
