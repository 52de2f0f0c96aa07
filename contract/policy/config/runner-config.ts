// What runs commands in the workspace: the sandbox of this machine, or containers.
import { z } from 'zod'

export const RunnerChoice = z.enum(['local', 'container'])
export type RunnerChoice = z.infer<typeof RunnerChoice>

export const ContainerProgram = z.enum(['podman', 'docker'])
export type ContainerProgram = z.infer<typeof ContainerProgram>

/** As part of a command line: never an option, never a space. */
const word = /^[a-z0-9][A-Za-z0-9._/:@-]*$/

export const ContainerConfig = z.strictObject({
  program: ContainerProgram.nullable()
    .default(null)
    .describe('podman or docker. Null: whichever is found, Podman first.'),
  image: z
    .string()
    .regex(word, 'the name of an image such as docker.io/library/node:24-bookworm')
    .nullable()
    .default(null)
    .describe('What our image is built on. Null: Node 24 on Debian.'),
  runtime: z
    .string()
    .regex(word, 'the name of a runtime such as krun')
    .nullable()
    .default(null)
    .describe(
      'Another OCI runtime of that program, such as krun or kata: each command then has a virtual machine of its own. Null: its usual one.',
    ),
})
export type ContainerConfig = z.infer<typeof ContainerConfig>
