// What a command line is made of, as its syntax tree tells. Advice for the gate and for people; the
// wall is the sandbox.
import { z } from 'zod'

/**
 * read-only: looks, and what it looks at may be anywhere. writes-inside / writes-outside: of the
 * workspace. network: it would dial. destructive: removes or overwrites in a way that is hard to
 * put right. account: acts in the person's name at a service: signs in or out, publishes, gives out
 * rights or credentials. privileged: asks for more rights. unknown: nothing can be said, which counts as the
 * worst.
 */
export const CommandEffect = z.enum([
  'read-only',
  'writes-inside',
  'writes-outside',
  'network',
  'destructive',
  'account',
  'privileged',
  'unknown',
])
export type CommandEffect = z.infer<typeof CommandEffect>

/**
 * closed: it names a place that no call may touch. runtime: what it reads is known only while it
 * runs. below: it reads all of a folder outside the workspace. settings: the repository it looks at
 * names a program to run. program: no table has the program. form: the tables do not have its verb
 * or one of its options.
 */
export const CommandDoubt = z.enum(['closed', 'runtime', 'below', 'settings', 'program', 'form'])
export type CommandDoubt = z.infer<typeof CommandDoubt>

/**
 * One simple command of the line, wherever it is: in a pipe, a list, a substitution, or behind
 * a wrapper.
 */
export const CommandPart = z.strictObject({
  /** As written, without what is around it. */
  text: z.string(),
  /**
   * Its words after quotes are taken off, the program first without its folder. Ends at the first
   * word only the shell can know.
   */
  words: z.array(z.string()),
  /**
   * What it runs is decided only while it runs: `eval`, `$CMD`, code inside an argument, a line
   * that does not parse.
   */
  opaque: z.boolean(),
  /** Every word is known: nothing is expanded, globbed or substituted. */
  exact: z.boolean(),
  /**
   * What it is reached through, outermost first: `sudo`, `xargs`, `find -exec`, `sh -c`, `$( )`.
   */
  via: z.array(z.string()),
  effects: z.array(CommandEffect),
  /**
   * How it is joined to the rest of the line: every operator, group and loop on the way to it. Left
   * out where it is all of the line.
   */
  joint: z.string().optional(),
  /**
   * The words from the first on that only the shell can know: what is known of each, or nothing.
   * Left out where nothing is.
   */
  later: z.array(z.string()).optional(),
  /** Why it is `unknown`, where it has a name. */
  doubts: z.array(CommandDoubt).optional(),
  /** Closed places that it names. */
  closed: z.array(z.string()).optional(),
  /**
   * It names a place outside the workspace, and none of the system's own programs: it may read there.
   * Left out where it does not.
   */
  outside: z.boolean().optional(),
})
export type CommandPart = z.infer<typeof CommandPart>
